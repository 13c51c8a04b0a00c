package dev.wavetank.model.apiserver.invariants;

import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Reply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * HTTP with a token, through a balancer that takes one API server after the other.
 *
 * @param next which one is next, counted up by each request
 */
record WireDoor(Endpoint endpoint, List<String> servers, String token, AtomicInteger next) implements Door {

    private static final String COLLECTION = "/api/v1/namespaces/default/configmaps";

    WireDoor(Endpoint endpoint, List<String> servers, String token) {
        this(endpoint, servers, token, new AtomicInteger());
    }

    @Override
    public Completion<Outcome> send(Call call) {
        return send(request(call))
                .map(reply -> reply instanceof Reply.Answer<HttpResponse> answer
                        ? outcome(answer.value())
                        : Door.lost(((Reply.Lost<HttpResponse>) reply).reason()));
    }

    /** Sends any request. */
    Completion<Reply<HttpResponse>> send(HttpRequest request) {
        String server = servers.get(next.getAndIncrement() % servers.size());
        return endpoint.call(HttpRequest.requests(server), request, DEADLINE);
    }

    private HttpRequest request(Call call) {
        String object = COLLECTION + "/" + call.key;
        String data = "\"data\":{\"value\":\"" + call.value + "\"}";
        String revision = call.seen == 0 ? "" : ",\"resourceVersion\":\"" + call.seen + "\"";
        String whole = "{\"metadata\":{\"name\":\"" + call.key + "\"" + revision + "}," + data + "}";
        return switch (call.what) {
            case GET -> http("GET", object, "");
            case CREATE -> http("POST", COLLECTION, whole);
            case UPDATE -> http("PUT", object, whole);
            case PATCH -> http("PATCH", object, "{" + data + "}");
            case DELETE -> http("DELETE", object, "");
            case DELETE_SEEN ->
                http("DELETE", object, "{\"preconditions\":{\"resourceVersion\":\"" + call.seen + "\"}}");
        };
    }

    /** A request with the usual headers of this client. */
    HttpRequest http(String method, String target, String body) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("User-Agent", "invariant");
        headers.put("Authorization", "Bearer " + token);
        headers.put("Content-Type", method.equals("PATCH") ? "application/merge-patch+json" : "application/json");
        return HttpRequest.of(method, target, headers, body);
    }

    private static Outcome outcome(HttpResponse response) {
        Map<?, ?> tree = (Map<?, ?>) GoJsonReader.parse(response.body());
        if (response.code() >= 300) {
            return Outcome.ofFailure(response.code(), String.valueOf(tree.get("reason")));
        }
        Map<?, ?> metadata = (Map<?, ?>) tree.get("metadata");
        boolean object = "ConfigMap".equals(tree.get("kind"));
        return object
                ? new Outcome(Outcome.Kind.DONE, Long.parseLong((String) metadata.get("resourceVersion")), (String)
                        ((Map<?, ?>) tree.get("data")).get("value"))
                : Outcome.of(Outcome.Kind.DONE);
    }
}
