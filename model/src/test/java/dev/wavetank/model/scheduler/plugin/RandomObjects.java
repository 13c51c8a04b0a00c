package dev.wavetank.model.scheduler.plugin;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Draws pods and nodes from few labels, zones and amounts, so that everything meets everything often. */
final class RandomObjects {

    private static final List<String> NAMESPACES = List.of("a", "b", "c");
    private static final List<String> KEYS =
            List.of("topology.kubernetes.io/zone", "kubernetes.io/hostname", "disk", "nowhere");

    private final Choices choices;
    private int count;

    RandomObjects(Choices choices) {
        this.choices = choices;
    }

    boolean chance(int percent) {
        return choices.below(100) >= 100 - percent;
    }

    int number(int least, int most) {
        return least + choices.below(most - least + 1);
    }

    @SafeVarargs
    final <T> T any(T... all) {
        return all[choices.below(all.length)];
    }

    <T> T any(List<T> all) {
        return all.get(choices.below(all.size()));
    }

    private <T> List<T> some(int most, Supplier<T> one) {
        List<T> list = new ArrayList<>();
        for (int i = number(0, most); i > 0; i--) {
            list.add(one.get());
        }
        return list;
    }

    private static Map<String, Object> map(Object... entries) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < entries.length; i += 2) {
            if (entries[i + 1] != null) {
                map.put((String) entries[i], entries[i + 1]);
            }
        }
        return map;
    }

    Node node() {
        String name = "n" + count++;
        Map<String, Object> labels = map("kubernetes.io/hostname", chance(90) ? name : null);
        if (chance(85)) {
            labels.put("topology.kubernetes.io/zone", any("za", "zb", "zc"));
        }
        if (chance(70)) {
            labels.put("disk", any("ssd", "hdd"));
        }
        if (chance(70)) {
            labels.put("gen", any("1", "2", "3", "old"));
        }
        Map<String, Object> room = map(
                "cpu", any("0", "1", "2500m", "4"),
                "memory", any("0", "1Gi", "3Gi", "4096Mi"),
                "ephemeral-storage", any("10Gi", "1Gi"),
                "pods", any("1", "3", "8"),
                "example.com/gpu", chance(40) ? any("1", "2") : null);
        List<?> images = some(
                2,
                () -> map("names", List.of(any("web:1", "db:latest")), "sizeBytes", any(30, 500, 2000) * 1024L * 1024));
        return SchedulerRecording.node(map(
                "metadata", map("name", name, "labels", labels),
                "spec", map("taints", some(2, this::taint), "unschedulable", chance(10) ? true : null),
                "status", map("allocatable", room, "capacity", room, "images", images)));
    }

    private Map<String, Object> taint() {
        return map(
                "key", any("k1", "k2"),
                "value", chance(70) ? any("v1", "v2") : null,
                "effect", any("NoSchedule", "PreferNoSchedule", "NoExecute", "PreferNoSchedule"));
    }

    /** A pod; bound when a node is named. */
    Pod pod(String nodeName) {
        String name = "p" + count++;
        String namespace = any(NAMESPACES);
        Map<String, Object> spec = map(
                "containers",
                containers(number(1, 2), false),
                "initContainers",
                chance(20) ? containers(number(1, 2), true) : null,
                "nodeName",
                nodeName,
                "nodeSelector",
                chance(15) ? map("disk", any("ssd", "hdd")) : null,
                "tolerations",
                some(2, this::toleration),
                "overhead",
                chance(15) ? map("cpu", "250m", "memory", "64Mi") : null,
                "affinity",
                affinity(),
                "topologySpreadConstraints",
                chance(35) ? some(2, this::constraint) : null);
        return SchedulerRecording.pod(map(
                "metadata",
                map(
                        "name", name,
                        "namespace", namespace,
                        "uid", name,
                        "labels", labels(),
                        "deletionTimestamp", nodeName != null && chance(8) ? "2026-01-01T00:00:00Z" : null),
                "spec",
                spec));
    }

    Map<String, Object> labels() {
        return map("app", chance(85) ? any("web", "db") : null, "tier", chance(50) ? any("front", "back") : null);
    }

    private List<Object> containers(int number, boolean init) {
        List<Object> containers = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            Map<String, Object> requests = map(
                    "cpu", chance(70) ? any("0", "100m", "700m", "1") : null,
                    "memory", chance(70) ? any("0", "64Mi", "700Mi", "1Gi") : null,
                    "ephemeral-storage", chance(15) ? "600Mi" : null,
                    "example.com/gpu", chance(10) ? "1" : null);
            List<?> ports = chance(15)
                    ? List.of(map(
                            "containerPort", 80,
                            "hostPort", any(80, 81),
                            "protocol", any("TCP", "UDP", null),
                            "hostIP", any(null, null, "10.0.0.1", "10.0.0.2")))
                    : null;
            containers.add(map(
                    "name",
                    "c" + i,
                    "image",
                    any("web:1", "db", "other"),
                    "restartPolicy",
                    init && chance(40) ? "Always" : null,
                    "ports",
                    init ? null : ports,
                    "resources",
                    map("requests", requests)));
        }
        return containers;
    }

    private Map<String, Object> toleration() {
        boolean exists = chance(40);
        return map(
                "key", exists && chance(30) ? null : any("k1", "k2", "node.kubernetes.io/unschedulable"),
                "operator", exists ? "Exists" : any("Equal", null),
                "value", exists ? null : any("v1", "v2", null),
                "effect", any(null, "NoSchedule", "PreferNoSchedule", "NoExecute"));
    }

    private Map<String, Object> requirement(boolean ofNode) {
        String operator = ofNode
                ? any("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt")
                : any("In", "NotIn", "Exists", "DoesNotExist");
        boolean isNumber = operator.equals("Gt") || operator.equals("Lt");
        String key = isNumber ? "gen" : ofNode ? any("disk", "gen") : any("app", "tier");
        List<String> values = isNumber
                ? List.of(any("1", "2"))
                : ofNode ? List.of(any("ssd", "hdd", "2"), "3") : List.of(any("web", "db", "front", "back"));
        return map(
                "key",
                key,
                "operator",
                operator,
                "values",
                operator.endsWith("xist") || operator.equals("Exists") ? null : values);
    }

    private Map<String, Object> nodeTerm() {
        return map("matchExpressions", some(2, () -> requirement(true)));
    }

    Map<String, Object> selector() {
        if (chance(10)) {
            return null;
        }
        return map(
                "matchLabels", chance(60) ? map(any("app", "tier"), any("web", "db", "front")) : null,
                "matchExpressions", chance(30) ? List.of(requirement(false)) : null);
    }

    private Map<String, Object> podTerm() {
        return map(
                "topologyKey", any(KEYS),
                "labelSelector", selector(),
                "namespaces", chance(25) ? List.of(any(NAMESPACES)) : null,
                "namespaceSelector", chance(20) ? any(map(), map("matchLabels", map("team", "red"))) : null,
                "matchLabelKeys", chance(10) ? List.of("tier") : null,
                "mismatchLabelKeys", chance(10) ? List.of("app") : null);
    }

    private Map<String, Object> affinity() {
        if (chance(45)) {
            return null;
        }
        String required = "requiredDuringSchedulingIgnoredDuringExecution";
        String preferred = "preferredDuringSchedulingIgnoredDuringExecution";
        return map(
                "nodeAffinity",
                chance(40)
                        ? map(
                                required,
                                chance(50) ? map("nodeSelectorTerms", List.of(nodeTerm(), nodeTerm())) : null,
                                preferred,
                                some(2, () -> map("weight", number(1, 100), "preference", nodeTerm())))
                        : null,
                "podAffinity",
                map(
                        required,
                        chance(30) ? some(2, this::podTerm) : null,
                        preferred,
                        some(1, () -> map("weight", number(1, 100), "podAffinityTerm", podTerm()))),
                "podAntiAffinity",
                map(
                        required,
                        chance(30) ? some(2, this::podTerm) : null,
                        preferred,
                        some(1, () -> map("weight", number(1, 100), "podAffinityTerm", podTerm()))));
    }

    private Map<String, Object> constraint() {
        String key = any(KEYS);
        return map(
                "maxSkew", number(1, 2),
                "topologyKey", key,
                "whenUnsatisfiable", any("DoNotSchedule", "ScheduleAnyway"),
                "labelSelector", selector(),
                "minDomains", chance(20) ? number(1, 4) : null,
                "nodeAffinityPolicy", any(null, "Honor", "Ignore"),
                "nodeTaintsPolicy", any(null, "Honor", "Ignore"),
                "matchLabelKeys", chance(15) ? List.of("app") : null);
    }
}
