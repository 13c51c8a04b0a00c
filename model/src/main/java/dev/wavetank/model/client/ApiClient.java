package dev.wavetank.model.client;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.DiscoveryRequest;
import dev.wavetank.model.api.Identity;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.WatchOptions;
import dev.wavetank.model.api.WatchRequest;
import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.client.flowcontrol.TokenBucket;
import dev.wavetank.model.trace.hop.ClientHop;
import dev.wavetank.model.trace.hop.ThrottleHop;
import dev.wavetank.model.trace.hop.WaitHop;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Reply;
import dev.wavetank.sim.network.StreamReceiver;
import dev.wavetank.sim.network.Subscription;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends the requests of one user to the API server, within a rate limit. Watches are not limited, as in client-go.
 *
 * <p>The client repeats a request up to ten times when the response has {@code Retry-After} (429 or 5xx). With
 * several servers, the client stays with one until a connection to it is refused or breaks. A request whose
 * connection was refused was certainly not executed, so the client sends it to the next server at once. The caller
 * judges every other loss.
 */
public final class ApiClient {

    /**
     * The default client-side timeout of a request, in nanoseconds: a little more than the server's own limit of 60
     * s.
     */
    public static final long REQUEST_TIMEOUT = 62 * VirtualTime.SECOND;

    /** How often a request with a {@code Retry-After} response is repeated ({@code maxRetries}). */
    private static final int MOST_RETRIES = 10;

    private final Context context;
    private final Endpoint endpoint;
    private final Credentials credentials;
    private final TokenBucket bucket;
    private final Servers servers;
    private final long timeout;
    private final IdentitySource identities;
    private final @Nullable WriteListener writes;
    private final Alteration alteration;
    private final Refusals refusals;

    /** What stands between the code that uses a client and its requests: code that asks or reads wrongly. */
    public interface Alteration {

        /** Nothing. */
        Alteration NONE = new Alteration() {};

        /** What is sent in place of a request. */
        default ApiRequest sent(ApiRequest request) {
            return request;
        }

        /** What the code takes the response for. */
        default ApiResponse read(ApiRequest request, ApiResponse response) {
            return response;
        }
    }

    /** Receives what a client has written. */
    @FunctionalInterface
    public interface WriteListener {

        /**
         * The server has created or updated an object, or its status.
         *
         * @param resource of the object
         * @param written the object as the server stored it
         */
        void wrote(ResourceType resource, KubernetesObject written);
    }

    /**
     * The identity of a client, and its server.
     *
     * @param server component name of the API server; with several, all names separated by commas, the first one to
     *     use first
     * @param identity of the user
     * @param userAgent name of the program
     */
    public record Credentials(List<String> servers, Identity identity, String userAgent) {

        /** Those of the bearer of a token. */
        public Credentials(List<String> servers, String token, String userAgent) {
            this(servers, Identity.ofToken(token), userAgent);
        }
    }

    /** A client with a rate limit of its own. */
    public ApiClient(Context context, Endpoint endpoint, Credentials credentials, RateLimit limit) {
        this(context, endpoint, credentials, limit, REQUEST_TIMEOUT);
    }

    /**
     * A client with a rate limit and a timeout of its own.
     *
     * @param timeout client-side timeout of a request, in nanoseconds
     */
    public ApiClient(Context context, Endpoint endpoint, Credentials credentials, RateLimit limit, long timeout) {
        this(
                context,
                endpoint,
                credentials,
                new TokenBucket(limit),
                new Servers(credentials.servers()),
                timeout,
                IdentitySource.of(credentials.identity()));
    }

    /**
     * A client that asks for the identity of each request.
     *
     * @param credentials of which only watches use the identity
     */
    public ApiClient(
            Context context, Endpoint endpoint, Credentials credentials, RateLimit limit, IdentitySource identities) {
        this(
                context,
                endpoint,
                credentials,
                new TokenBucket(limit),
                new Servers(credentials.servers()),
                REQUEST_TIMEOUT,
                identities);
    }

    private ApiClient(
            Context context,
            Endpoint endpoint,
            Credentials credentials,
            TokenBucket bucket,
            Servers servers,
            long timeout,
            IdentitySource identities) {
        this.context = context;
        this.endpoint = endpoint;
        this.credentials = credentials;
        this.bucket = bucket;
        this.servers = servers;
        this.timeout = timeout;
        this.identities = identities;
        this.writes = null;
        this.alteration = Alteration.NONE;
        this.refusals = new Refusals(context);
    }

    private ApiClient(
            ApiClient of,
            TokenBucket bucket,
            @Nullable WriteListener writes,
            Alteration alteration,
            Refusals refusals) {
        this.context = of.context;
        this.endpoint = of.endpoint;
        this.credentials = of.credentials;
        this.bucket = bucket;
        this.servers = of.servers;
        this.timeout = of.timeout;
        this.identities = of.identities;
        this.writes = writes;
        this.alteration = alteration;
        this.refusals = refusals;
    }

    /** This client, with its rate limit, whose creations and updates a listener receives when they have succeeded. */
    public ApiClient reportingWrites(WriteListener listener) {
        return new ApiClient(this, bucket, listener, alteration, refusals);
    }

    /** This client, for requests that stand for what would need none in reality. */
    public ApiClient withoutLimit() {
        return new ApiClient(this, new TokenBucket(RateLimit.NONE), writes, alteration, refusals);
    }

    /** This client, with its rate limit, for code whose requests are altered. */
    public ApiClient altered(Alteration by) {
        return new ApiClient(this, bucket, writes, by, refusals);
    }

    /** This client, with its rate limit, for code that makes one request after the other. */
    public ApiClient counting(Refusals counter) {
        return new ApiClient(this, bucket, writes, alteration, counter);
    }

    /** Sends a request as soon as the rate limit permits. */
    public Completion<ApiResponse> send(ApiRequest request) {
        Sending sending = new Sending(request);
        sending.begin();
        return sending.result;
    }

    /** The name of the program that sends the requests. */
    public String userAgent() {
        return credentials.userAgent();
    }

    /** The component that sends the requests. */
    Context context() {
        return context;
    }

    /** Asks what the server serves: {@link ApiResponse.Discovered}. The rate limit does not count it. */
    public Completion<ApiResponse> discover() {
        return identities
                .identity()
                .then(identity -> identity.map(known -> discover(known, servers.count() - 1))
                        .orElseGet(() -> Completion.of(unsent())));
    }

    private Completion<ApiResponse> discover(Identity identity, int others) {
        DiscoveryRequest request = new DiscoveryRequest(identity, credentials.userAgent());
        String server = servers.current();
        return endpoint.call(ApiCall.discovery(server), request, REQUEST_TIMEOUT)
                .then(reply -> {
                    if (reply instanceof Reply.Lost<ApiResponse> lost) {
                        servers.leave(server);
                        if (lost.reason() == Disconnect.REFUSED && others > 0) {
                            return discover(identity, others - 1);
                        }
                    }
                    return Completion.of(response(reply));
                });
    }

    /**
     * Discovery by clients that fetch one document after the other: the rate limit counts that many requests, and the
     * result arrives when the last of them may be sent.
     */
    public Completion<ApiResponse> discover(int documents) {
        long wait = 0;
        for (int i = 0; i < documents; i++) {
            wait = turn();
        }
        return context.pause(wait).then(over -> discover());
    }

    /** How long to wait for a token; what was sent before the run is long past, and took none. */
    private long turn() {
        return context.isBeginning() ? 0 : bucket.take(context.now());
    }

    /** Opens a watch. */
    public Subscription watch(
            ResourceType resource,
            ApiRequest.Selection selection,
            WatchOptions options,
            StreamReceiver<WatchEvent> receiver) {
        WatchRequest request =
                new WatchRequest(credentials.identity(), credentials.userAgent(), resource, "", selection, options);
        String server = servers.current();
        return endpoint.open(
                ApiCall.watches(server), request, servers.count() == 1 ? receiver : leaving(server, receiver));
    }

    private StreamReceiver<WatchEvent> leaving(String server, StreamReceiver<WatchEvent> receiver) {
        return new StreamReceiver<>() {
            @Override
            public void receive(WatchEvent event) {
                receiver.receive(event);
            }

            @Override
            public void closed(Disconnect reason) {
                if (reason != Disconnect.CLOSED) {
                    servers.leave(server);
                }
                receiver.closed(reason);
            }
        };
    }

    /**
     * A request until its last response; it takes its identity itself, because lambdas per request would cost memory.
     */
    private final class Sending implements Consumer<Optional<Identity>> {

        private final ApiRequest request;
        private final Completion<ApiResponse> result = new Completion<>(context);
        private int retries;
        /** How many other servers there are to try. */
        private int others;

        private Sending(ApiRequest request) {
            this.request = Scheme.untyped(alteration.sent(request));
        }

        private void begin() {
            long wait = turn();
            if (wait == 0) {
                send(servers.count() - 1);
            } else {
                context.after(wait, this::throttled);
            }
        }

        private void repeat(int code) {
            refusals.end();
            if (context.tracesDetails()) {
                String what = request.verb() + " " + request.subject();
                context.trace(new WaitHop.Repeated(credentials.userAgent(), what, code));
            }
            begin();
        }

        private void throttled() {
            if (context.tracesDetails()) {
                context.trace(
                        new ThrottleHop(credentials.userAgent(), request.verb().toString(), request.subject()));
            }
            send(servers.count() - 1);
        }

        private void send(int otherServers) {
            others = otherServers;
            identities.identity().whenDone(this);
        }

        @Override
        public void accept(Optional<Identity> identity) {
            if (identity.isPresent()) {
                send(identity.get());
            } else {
                result.complete(unsent());
            }
        }

        private void send(Identity identity) {
            if (context.tracesDetails()) {
                context.trace(new ClientHop(credentials.userAgent(), request.verb() + " " + request.subject()));
            }
            String server = servers.current();
            ApiCall.Origin origin = new ApiCall.Origin(context.name(), context.now());
            ApiCall call = new ApiCall(identity, credentials.userAgent(), request, origin);
            endpoint.call(ApiCall.requests(server), call, timeout).whenDone(reply -> {
                if (reply instanceof Reply.Lost<ApiResponse> lost && lost.reason() != Disconnect.THROTTLED) {
                    servers.leave(server);
                    if (lost.reason() == Disconnect.REFUSED && others > 0) {
                        send(others - 1);
                        return;
                    }
                }
                answered(response(reply));
            });
        }

        private void answered(ApiResponse response) {
            Integer seconds = Refusals.retryAfterSeconds(response);
            if (seconds == null || retries == MOST_RETRIES) {
                report(response);
                result.complete(alteration.read(request, response));
            } else {
                retries++;
                refusals.begin();
                int code = response.code();
                context.after(seconds * VirtualTime.SECOND, () -> repeat(code));
            }
        }

        private void report(ApiResponse response) {
            boolean isWrite = request instanceof ApiRequest.Create || request instanceof ApiRequest.Update;
            if (writes != null && isWrite && response instanceof ApiResponse.One one) {
                writes.wrote(request.resource(), one.object());
            }
        }
    }

    /** The response to a request that was not sent, for want of an identity. */
    private static ApiResponse unsent() {
        return new ApiResponse.Unreachable(Disconnect.REFUSED);
    }

    private static ApiResponse response(Reply<ApiResponse> reply) {
        if (reply instanceof Reply.Answer<ApiResponse> answer) {
            return answer.value();
        }
        Disconnect reason = ((Reply.Lost<ApiResponse>) reply).reason();
        return reason == Disconnect.THROTTLED
                ? new ApiResponse.Failed(Status.tooManyRequests())
                : new ApiResponse.Unreachable(reason);
    }
}
