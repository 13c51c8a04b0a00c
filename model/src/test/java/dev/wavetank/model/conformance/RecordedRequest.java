package dev.wavetank.model.conformance;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.sim.VirtualTime;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One mutating request of a recording or of the model.
 *
 * @param at when it was received, in seconds
 * @param answered when the response was complete, in seconds; 0 where nobody asks
 * @param by who sent it, such as {@code node-controller} or {@code kubelet:hollow-10}
 * @param recorded what the recording keeps of the answer; null for the model
 * @param simulated the object in the model's answer; null for recordings and refusals
 */
record RecordedRequest(
        double at,
        double answered,
        String by,
        String verb,
        String resource,
        String name,
        int code,
        JsonNode recorded,
        KubernetesObject simulated) {

    private static final JsonMapper JSON = new JsonMapper();

    String line() {
        return verb + " " + resource + " " + code;
    }

    boolean isEvent() {
        return resource.equals("events");
    }

    static List<RecordedRequest> recordingOf(String folder) {
        List<RecordedRequest> requests = new ArrayList<>();
        for (JsonNode entry : entries(folder, "trace.jsonl")) {
            if (!entry.has("mark")) {
                requests.add(new RecordedRequest(
                        entry.get("t_ms").asDouble() / 1000,
                        entry.has("te_ms") ? entry.get("te_ms").asDouble() / 1000 : 0,
                        entry.get("by").asString(),
                        entry.get("verb").asString(),
                        entry.get("res").asString(),
                        entry.get("name").asString(),
                        entry.get("code").asInt(),
                        entry.get("obj"),
                        null));
            }
        }
        requests.sort(Comparator.comparingDouble(RecordedRequest::at));
        return requests;
    }

    static List<JsonNode> entries(String folder, String file) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                RecordedRequest.class.getResourceAsStream("/golden/" + folder + "/" + file), StandardCharsets.UTF_8))) {
            return reader.lines().map(JSON::readTree).toList();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** With the names that the recordings use. */
    static RecordedRequest of(RequestTrace request, long answered) {
        String agent = request.call().userAgent();
        return new RecordedRequest(
                (double) request.received() / VirtualTime.SECOND,
                (double) answered / VirtualTime.SECOND,
                agent.equals("kube-scheduler") ? "scheduler" : agent.replace("kubelet/", "kubelet:"),
                request.call().request().verb().toString(),
                request.resource(),
                request.call().request().name(),
                request.response().code(),
                null,
                request.response() instanceof ApiResponse.One one ? one.object() : null);
    }

    /** The same, in seconds since then. */
    RecordedRequest since(double start) {
        return new RecordedRequest(at - start, answered - start, by, verb, resource, name, code, recorded, simulated);
    }
}
