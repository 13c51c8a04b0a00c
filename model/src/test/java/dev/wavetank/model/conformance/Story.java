package dev.wavetank.model.conformance;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.gotext.GoJsonReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What users do to a Deployment, to be played as recordings are. */
final class Story {

    private final List<Map<String, Object>> actions = new ArrayList<>();

    /** Creates the Deployment {@code web} of so many replicas; {@code spec} are further fields of its JSON. */
    Story create(double seconds, int replicas, String spec) {
        return add(seconds, "create", "deployments", "web", """
                {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","labels":{"app":"web"}},
                 "spec":{"replicas":%d,"selector":{"matchLabels":{"app":"web"}},%s
                  "template":{"metadata":{"labels":{"app":"web"}},
                   "spec":{"containers":[{"name":"nginx","image":"nginx:1.0"}]}}}}
                """.formatted(replicas, spec));
    }

    /** Stores any object. */
    Story create(double seconds, String resource, String name, String json) {
        return add(seconds, "create", resource, name, json);
    }

    /** Patches the spec of {@code web}. */
    Story patch(double seconds, String json) {
        return add(seconds, "patch", "deployments", "web", json);
    }

    /** Gives {@code web} another image. */
    Story image(double seconds, String image) {
        return patch(
                seconds,
                "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"nginx\",\"image\":\"" + image
                        + "\"}]}}}}");
    }

    /** Scales {@code web}. */
    Story scale(double seconds, int replicas) {
        return add(seconds, "patch", "deployments/scale", "web", "{\"spec\":{\"replicas\":" + replicas + "}}");
    }

    /** Deletes {@code web}. */
    Story delete(double seconds, String policy) {
        Map<String, Object> options = new LinkedHashMap<>();
        options.put("propagationPolicy", policy);
        add(seconds, "delete", "deployments", "web", "{}");
        actions.get(actions.size() - 1).put("opts", options);
        return this;
    }

    private Story add(double seconds, String verb, String resource, String name, String body) {
        Map<String, Object> action = new LinkedHashMap<>();
        action.put("t", seconds * 1000);
        action.put("te", seconds * 1000);
        action.put("verb", verb);
        action.put("res", resource);
        action.put("name", name);
        action.put("body", GoJsonReader.parse(body));
        actions.add(action);
        return this;
    }

    /** Plays it for so many seconds. */
    Observed play(double seconds) {
        Observed nothing = new Observed(List.of(), List.of(), Map.of());
        Recording recording = new Recording("story", Instant.EPOCH, actions, nothing, Map.of());
        return new Replay(recording, List.of()).run(1, (long) (seconds * 1000), ClusterParts.DEFAULT);
    }
}
