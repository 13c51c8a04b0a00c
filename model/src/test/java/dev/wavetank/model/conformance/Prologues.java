package dev.wavetank.model.conformance;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What was in the namespace of a recorded scenario before it began, and how long the controllers had run. */
final class Prologues {

    /** Pods that an orphaning deletion had left. */
    private static final List<String> LEFT = List.of("bg882", "l6xbv", "nz8rd", "qjkmx", "w9cph");

    private Prologues() {}

    static List<Map<String, Object>> of(String scenario) {
        return scenario.equals("04b-adoption")
                ? LEFT.stream().map(suffix -> pod("web-96d5df5c8-" + suffix)).toList()
                : List.of();
    }

    /**
     * How many seconds after the controllers a scenario begins, so that they forget after 30 s, as they do with what
     * discovery told, at the moment at which they did in the recording.
     */
    static int start(String scenario) {
        return switch (scenario) {
            case "04a-delete-foreground", "04a-delete-orphan" -> 28;
            default -> 20;
        };
    }

    private static Map<String, Object> pod(String name) {
        Map<String, Object> labels = new LinkedHashMap<>();
        labels.put("app", "web");
        labels.put("pod-template-hash", "96d5df5c8");
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("name", name);
        metadata.put("labels", labels);
        Map<String, Object> container = new LinkedHashMap<>();
        container.put("name", "nginx");
        container.put("image", "nginx");
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("containers", List.of(container));
        Map<String, Object> pod = new LinkedHashMap<>();
        pod.put("apiVersion", "v1");
        pod.put("kind", "Pod");
        pod.put("metadata", metadata);
        pod.put("spec", spec);
        return pod;
    }
}
