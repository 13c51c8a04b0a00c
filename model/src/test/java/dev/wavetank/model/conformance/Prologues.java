package dev.wavetank.model.conformance;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What was in the namespace of a recorded scenario before it began, and how long the controllers had run. */
final class Prologues {

    /** The namespace of others. */
    static final String ELSEWHERE = "elsewhere";

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

    /**
     * What others made at the same time in another namespace, by the milliseconds of the scenario: they use the tokens
     * of the same controllers. Of the second recording of a quota only that is known: 19 tokens from 2.8 to 4.0 s.
     */
    static Map<Integer, String> neighbours(String scenario) {
        Map<Integer, String> objects = new LinkedHashMap<>();
        if (scenario.equals("02-slowstart-r50-q10")) {
            objects.put(-10_000, "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"%s\"}}");
            objects.put(2_830, """
                    {"apiVersion":"apps/v1","kind":"ReplicaSet","metadata":{"name":"other","namespace":"%s"},
                     "spec":{"replicas":7,"selector":{"matchLabels":{"app":"other"}},
                      "template":{"metadata":{"labels":{"app":"other"}},
                       "spec":{"containers":[{"name":"c","image":"c"}]}}}}""");
        }
        objects.replaceAll((at, object) -> object.formatted(ELSEWHERE));
        return objects;
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
