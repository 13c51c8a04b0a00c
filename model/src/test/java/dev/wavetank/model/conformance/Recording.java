package dev.wavetank.model.conformance;

import dev.wavetank.model.gotext.GoJsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

/**
 * A scenario that a real Kubernetes 1.20.2 played, on ten hollow nodes, with all flags of the controllers at their
 * defaults.
 *
 * <p>Its file has, as the audit log of the API server told: what users sent, with bodies; what the controllers wrote,
 * without Events, of bodies only sizes, conditions and refusals; the Events that were there at the end; and the
 * Deployment and the ReplicaSets that were there at the end, where somebody saved them. Pods are numbered in the
 * order in which they were created.
 *
 * @param scenario its name
 * @param start wall-clock time of its beginning
 * @param actions what users sent, with bodies, as it was recorded
 * @param observed what came of it
 * @param pods how long the nodes took for each pod, in the order of their bindings; empty where it does not matter
 */
record Recording(
        String scenario,
        Instant start,
        List<Map<String, Object>> actions,
        Observed observed,
        Map<String, RecordedNodes.PodTimes> pods) {

    static Recording read(String scenario) {
        Map<String, Object> tree = tree(scenario);
        List<Map<String, Object>> actions = new ArrayList<>();
        List<Sent> requests = new ArrayList<>();
        for (Map<String, Object> request : trees(tree.get("requests"))) {
            requests.add(sent(request));
            if (request.get("by").equals("user")) {
                actions.add(request);
            }
        }
        Observed raw = new Observed(requests, List.of(), Map.of());
        List<String> events = new ArrayList<>();
        for (Map<String, Object> event : trees(tree.get("events"))) {
            events.add(event.get("type") + " " + event.get("reason") + " x" + event.get("count") + " "
                    + raw.normalised(String.valueOf(event.get("note"))));
        }
        Map<String, List<Map<String, Object>>> finals = new LinkedHashMap<>();
        ((Map<?, ?>) tree.get("final")).forEach((name, value) -> finals.put(String.valueOf(name), items(value)));
        return new Recording(
                scenario,
                Instant.parse(String.valueOf(tree.get("t0"))),
                actions,
                new Observed(requests, events, finals),
                pods((Map<?, ?>) tree.getOrDefault("pods", new LinkedHashMap<>())));
    }

    private static Map<String, RecordedNodes.PodTimes> pods(Map<?, ?> tree) {
        Map<String, RecordedNodes.PodTimes> pods = new LinkedHashMap<>();
        tree.forEach((name, value) -> {
            Map<?, ?> pod = (Map<?, ?>) value;
            pods.put(
                    name.toString(),
                    new RecordedNodes.PodTimes(
                            millis(pod, "started"),
                            millis(pod, "running"),
                            millis(pod, "stopped"),
                            millis(pod, "gone")));
        });
        return pods;
    }

    private static Double millis(Map<?, ?> tree, String name) {
        return tree.get(name) == null ? null : ((Number) tree.get(name)).doubleValue();
    }

    private static Sent sent(Map<String, Object> request) {
        List<String> conditions = new ArrayList<>();
        for (Map<String, Object> condition : trees(request.get("conditions"))) {
            conditions.add(condition.get("type") + " " + condition.get("status") + " " + condition.get("reason") + " "
                    + condition.get("message"));
        }
        return new Sent(
                ((Number) request.get("t")).doubleValue(),
                text(request, "by"),
                text(request, "verb"),
                text(request, "res"),
                text(request, "name"),
                ((Number) request.get("code")).intValue(),
                number(request, "replicas"),
                number(request, "available"),
                conditions,
                text(request, "policy"),
                text(request, "message"));
    }

    private static Integer number(Map<String, Object> tree, String name) {
        return tree.get(name) instanceof Number number ? Integer.valueOf(number.intValue()) : null;
    }

    private static String text(Map<String, Object> tree, String name) {
        return tree.get(name) == null ? null : tree.get(name).toString();
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> items(Object value) {
        return value instanceof Map<?, ?> map && map.get("items") instanceof List<?> list
                ? trees(list)
                : value instanceof List<?> list ? trees(list) : List.of((Map<String, Object>) value);
    }

    @SuppressWarnings("unchecked")
    static List<Map<String, Object>> trees(Object list) {
        return list == null ? List.of() : (List<Map<String, Object>>) list;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> tree(String scenario) {
        String name = scenario + ".json.gz";
        try (var stream = new GZIPInputStream(
                Objects.requireNonNull(Recording.class.getResourceAsStream(name), name + " is missing"))) {
            return (Map<String, Object>) GoJsonReader.parse(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
