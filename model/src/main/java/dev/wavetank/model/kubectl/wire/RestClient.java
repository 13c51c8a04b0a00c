package dev.wavetank.model.kubectl.wire;

import dev.wavetank.model.api.Credentials;
import dev.wavetank.model.api.ImpersonationConfig;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.http.HttpChunk;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.http.StreamedAnswer;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Reply;
import dev.wavetank.sim.network.StreamReceiver;
import dev.wavetank.sim.network.Subscription;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sends HTTP requests, for what has no typed form: tables, documents of discovery, raw paths.
 *
 * <p>A request whose connection was refused goes to the next server at once.
 */
public final class RestClient {

    /** How often a request with a {@code Retry-After} response is repeated ({@code maxRetries}). */
    public static final int MOST_RETRIES = 10;

    private final Context context;
    private final Endpoint endpoint;
    private final ApiClient.Credentials credentials;
    private final ClientLog log;
    private final ServerWarnings warnings;
    /** How long an answer may take, in nanoseconds. */
    private final long timeout;

    private final RequestGate gate;

    /**
     * A client of the user of one command.
     *
     * @param timeout how long an answer may take, in nanoseconds
     */
    public RestClient(
            Context context,
            Endpoint endpoint,
            ApiClient.Credentials credentials,
            ClientLog log,
            ServerWarnings warnings,
            long timeout) {
        this(context, endpoint, credentials, log, warnings, timeout, RequestGate.OPEN);
    }

    private RestClient(
            Context context,
            Endpoint endpoint,
            ApiClient.Credentials credentials,
            ClientLog log,
            ServerWarnings warnings,
            long timeout,
            RequestGate gate) {
        this.context = context;
        this.endpoint = endpoint;
        this.credentials = credentials;
        this.log = log;
        this.warnings = warnings;
        this.timeout = timeout;
        this.gate = gate;
    }

    /** The same client, whose requests go when a gate opens. */
    public RestClient behind(RequestGate other) {
        return new RestClient(context, endpoint, credentials, log, warnings, timeout, other);
    }

    /** The whole address of a path on the server. */
    public String url(String target) {
        return "https://" + server() + target;
    }

    /**
     * Sends a request.
     *
     * @param target path and query, such as {@code /api/v1/pods?limit=500}
     * @param accept the form that is wanted of the answer, such as {@code application/json}
     */
    public Completion<Reply<HttpResponse>> get(String target, String accept) {
        return send(request("GET", target, accept, "", ""));
    }

    /**
     * Sends a request with a body.
     *
     * @param contentType of the body, such as {@code application/merge-patch+json}
     */
    public Completion<Reply<HttpResponse>> send(String method, String target, String contentType, String body) {
        return send(request(method, target, "application/json", contentType, body));
    }

    /** Sends a request whose connection becomes streams ({@code Connection: Upgrade}), which no timeout ends. */
    public Completion<Reply<HttpResponse>> upgrade(String target) {
        HttpRequest request = request("POST", target, "application/json", "*/*", "");
        return gate.opened().then(open -> upgrade(request, credentials.servers()));
    }

    private Completion<Reply<HttpResponse>> upgrade(HttpRequest request, List<String> servers) {
        long sent = context.now();
        StreamedAnswer streamed = new StreamedAnswer();
        endpoint.open(HttpRequest.streams(servers.get(0)), request, streamed);
        return streamed.reply().then(reply -> {
            print(request, reply, context.now() - sent);
            return isRefused(reply) && servers.size() > 1
                    ? upgrade(request, servers.subList(1, servers.size()))
                    : Completion.of(reply);
        });
    }

    private static boolean isRefused(Reply<HttpResponse> reply) {
        return reply instanceof Reply.Lost<HttpResponse> lost && lost.reason() == Disconnect.REFUSED;
    }

    /** The name of the server to begin with. */
    public String server() {
        return credentials.servers().get(0);
    }

    /** Opens a stream, such as a watch. */
    public Subscription stream(String target, String accept, StreamReceiver<HttpChunk> receiver) {
        String server = credentials.servers().get(0);
        return endpoint.open(HttpRequest.streams(server), request("GET", target, accept, "", ""), receiver);
    }

    /** A request with everything that goes with it. */
    public HttpRequest request(String method, String target, String accept, String contentType, String body) {
        Map<String, String> headers = new TreeMap<>();
        headers.put("Accept", accept);
        headers.put("User-Agent", credentials.userAgent());
        if (!contentType.isEmpty()) {
            headers.put("Content-Type", contentType);
        }
        return identified(HttpRequest.of(method, target, headers, body));
    }

    /** The request with what proves who sends it (client-go, transport/round_trippers.go). */
    private HttpRequest identified(HttpRequest request) {
        Credentials shown = credentials.identity().credentials();
        HttpRequest identified = request.with(shown.certificate());
        if (shown.bearerToken() != null) {
            identified = identified.with("Authorization", "Bearer " + shown.bearerToken());
        } else if (shown.password() != null) {
            String pair = shown.password().user() + ":" + shown.password().password();
            String encoded = Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
            identified = identified.with("Authorization", "Basic " + encoded);
        }
        ImpersonationConfig as = credentials.identity().impersonation();
        if (!as.user().isEmpty()) {
            identified = identified.with("Impersonate-User", as.user());
        }
        if (!as.uid().isEmpty()) {
            identified = identified.with("Impersonate-Uid", as.uid());
        }
        for (String group : as.groups()) {
            identified = identified.with("Impersonate-Group", group);
        }
        return identified;
    }

    private Completion<Reply<HttpResponse>> send(HttpRequest request) {
        return gate.opened().then(open -> send(request, MOST_RETRIES));
    }

    /**
     * Repeats a request whose answer says after how many seconds to try again, and after a second one that only reads
     * and whose connection was cut (client-go, rest/with_retry.go).
     */
    private Completion<Reply<HttpResponse>> send(HttpRequest request, int retries) {
        return send(request, credentials.servers()).then(reply -> {
            if (retries > 0
                    && request.method().equals("GET")
                    && reply instanceof Reply.Lost<HttpResponse> lost
                    && isCut(lost.reason())) {
                return context.pause(VirtualTime.SECOND).then(over -> send(request, retries - 1));
            }
            String wait = reply instanceof Reply.Answer<HttpResponse> answer
                            && (answer.value().code() == 429 || answer.value().code() >= 500)
                    ? answer.value().headers().getOrDefault("Retry-After", "")
                    : "";
            return retries == 0 || !wait.matches("[0-9]{1,5}")
                    ? Completion.of(reply)
                    : context.pause(Long.parseLong(wait) * VirtualTime.SECOND).then(over -> send(request, retries - 1));
        });
    }

    /** Whether a connection was there, and is cut. */
    public static boolean isCut(Disconnect reason) {
        return reason == Disconnect.RESET || reason == Disconnect.CLOSED;
    }

    private Completion<Reply<HttpResponse>> send(HttpRequest request, List<String> servers) {
        Completion<Reply<HttpResponse>> result = new Completion<>(context);
        long sent = context.now();
        endpoint.call(HttpRequest.requests(servers.get(0)), request, timeout)
                .map(RestClient::told)
                .whenDone(reply -> {
                    print(request, reply, context.now() - sent);
                    if (reply instanceof Reply.Answer<HttpResponse> answer) {
                        warnings.print(answer.value());
                    }
                    if (isRefused(reply) && servers.size() > 1) {
                        send(request, servers.subList(1, servers.size())).whenDone(result::complete);
                    } else {
                        result.complete(reply);
                    }
                });
        return result;
    }

    /** A request that the server had no room for has an answer, which says when to try again. */
    private static Reply<HttpResponse> told(Reply<HttpResponse> reply) {
        if (!(reply instanceof Reply.Lost<HttpResponse> lost) || lost.reason() != Disconnect.THROTTLED) {
            return reply;
        }
        Map<String, String> headers = new TreeMap<>();
        headers.put("Content-Type", "text/plain; charset=utf-8");
        headers.put("Retry-After", "1");
        return new Reply.Answer<>(new HttpResponse(429, headers, "Too many requests, please try again later.\n"));
    }

    private void print(HttpRequest request, Reply<HttpResponse> reply, long nanos) {
        if (!log.isOn()) {
            return;
        }
        String url = url(request.path() + (request.query().isEmpty() ? "" : "?" + request.query()));
        if (reply instanceof Reply.Answer<HttpResponse> answer) {
            log.answered(request, url, answer.value(), nanos);
        } else {
            log.lost(request, url, nanos);
        }
    }
}
