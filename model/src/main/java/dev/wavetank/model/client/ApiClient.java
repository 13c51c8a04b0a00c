package dev.wavetank.model.client;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.WatchRequest;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Reply;
import dev.wavetank.sim.network.StreamReceiver;
import dev.wavetank.sim.network.Subscription;

/** Talks to one API server on behalf of one user, within a rate limit. Watches are not limited, as in client-go. */
public final class ApiClient {

    /**
     * After how long the client gives a request up, in nanoseconds: a little more than the server's own limit of
     * 60 s.
     */
    public static final long REQUEST_TIMEOUT = 62 * VirtualTime.SECOND;

    /** How often a request is sent again that the server had no room for (client-go, {@code rest.Request}). */
    private static final int RETRIES = 10;

    private final Context context;
    private final Endpoint endpoint;
    private final Credentials credentials;
    private final TokenBucket bucket;

    /**
     * Whom a client acts for and where.
     *
     * @param server component name of the API server
     * @param token bearer token of the user
     * @param userAgent name of the program
     */
    public record Credentials(String server, String token, String userAgent) {}

    /** A client with a rate limit of its own. */
    public ApiClient(Context context, Endpoint endpoint, Credentials credentials, RateLimit limit) {
        this.context = context;
        this.endpoint = endpoint;
        this.credentials = credentials;
        this.bucket = new TokenBucket(limit);
    }

    /** Sends a request as soon as the rate limit permits. */
    public Completion<ApiResponse> send(ApiRequest request) {
        long wait = bucket.take(context.now());
        if (wait == 0) {
            return call(request);
        }
        Completion<ApiResponse> result = new Completion<>();
        context.after(wait, () -> call(request).whenDone(result::complete));
        return result;
    }

    /** Opens a watch. */
    public Subscription watch(
            ResourceType resource,
            ApiRequest.Selection selection,
            long fromRevision,
            StreamReceiver<WatchEvent> receiver) {
        WatchRequest request =
                new WatchRequest(credentials.token(), credentials.userAgent(), resource, "", selection, fromRevision);
        return endpoint.open(ApiCall.watches(credentials.server()), request, receiver);
    }

    private Completion<ApiResponse> call(ApiRequest request) {
        return call(new ApiCall(credentials.token(), credentials.userAgent(), request), RETRIES);
    }

    /** Sends a request again when the server says after how many seconds it may have room for it. */
    private Completion<ApiResponse> call(ApiCall call, int retries) {
        return endpoint.call(ApiCall.requests(credentials.server()), call, REQUEST_TIMEOUT)
                .then(reply -> {
                    if (retries == 0
                            || !(reply instanceof Reply.Answer<ApiResponse> answer)
                            || !isToComeBack(answer.value())) {
                        return Completion.of(response(reply));
                    }
                    Completion<ApiResponse> later = new Completion<>();
                    long seconds = ((ApiResponse.Failed) answer.value())
                            .status()
                            .details()
                            .retryAfterSeconds();
                    context.after(
                            seconds * VirtualTime.SECOND,
                            () -> call(call, retries - 1).whenDone(later::complete));
                    return later;
                });
    }

    private static boolean isToComeBack(ApiResponse response) {
        return response.code() == 429
                && response instanceof ApiResponse.Failed failed
                && failed.status().details() != null
                && failed.status().details().retryAfterSeconds() != null;
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
