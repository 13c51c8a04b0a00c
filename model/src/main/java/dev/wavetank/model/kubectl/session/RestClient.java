package dev.wavetank.model.kubectl.session;

import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.http.HttpChunk;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Reply;
import dev.wavetank.sim.network.StreamReceiver;
import dev.wavetank.sim.network.Subscription;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sends HTTP requests, for what has no typed form: tables, documents of discovery, raw paths.
 *
 * <p>A request whose connection was refused goes to the next server at once.
 */
public final class RestClient {

    private final Context context;
    private final Endpoint endpoint;
    private final ApiClient.Credentials credentials;

    /** A client of the user of one command. */
    public RestClient(Context context, Endpoint endpoint, ApiClient.Credentials credentials) {
        this.context = context;
        this.endpoint = endpoint;
        this.credentials = credentials;
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

    /** The name of the server to begin with. */
    public String server() {
        return credentials.servers().get(0);
    }

    /** Opens a stream, such as a watch. */
    public Subscription stream(String target, String accept, StreamReceiver<HttpChunk> receiver) {
        String server = credentials.servers().get(0);
        return endpoint.open(HttpRequest.streams(server), request("GET", target, accept, "", ""), receiver);
    }

    private HttpRequest request(String method, String target, String accept, String contentType, String body) {
        Map<String, String> headers = new TreeMap<>();
        headers.put("Accept", accept);
        headers.put("Authorization", "Bearer " + credentials.token());
        headers.put("User-Agent", credentials.userAgent());
        if (!contentType.isEmpty()) {
            headers.put("Content-Type", contentType);
        }
        return HttpRequest.of(method, target, headers, body);
    }

    private Completion<Reply<HttpResponse>> send(HttpRequest request) {
        return send(request, credentials.servers());
    }

    private Completion<Reply<HttpResponse>> send(HttpRequest request, List<String> servers) {
        Completion<Reply<HttpResponse>> result = new Completion<>(context);
        endpoint.call(HttpRequest.requests(servers.get(0)), request, ApiClient.REQUEST_TIMEOUT)
                .whenDone(reply -> {
                    boolean refused =
                            reply instanceof Reply.Lost<HttpResponse> lost && lost.reason() == Disconnect.REFUSED;
                    if (refused && servers.size() > 1) {
                        send(request, servers.subList(1, servers.size())).whenDone(result::complete);
                    } else {
                        result.complete(reply);
                    }
                });
        return result;
    }
}
