package dev.wavetank.properties.generate;

import java.util.List;

/**
 * Pods that want much, or only some nodes, on small ones: labels, taints, cordons, and pods of higher priority; pods of
 * several Deployments that keep apart, and pods that follow others by a label, which these get later.
 */
final class PlacementTheme implements Theme {

    private static final int OPERATIONS_MAX = 5;

    @Override
    public void draw(Draft draft, String id) {
        draft.capacity("cpu", "2");
        draft.capacity("memory", "4Gi");
        draft.capacity("pods", draft.pick("6", "10", "110"));
        draft.beginAtOnce();
        draft.kubectl("label", "nodes", "node-1", "disk-" + id + "=ssd");
        if (draft.nodes() > 2) {
            draft.kubectl("taint", "nodes", "node-" + draft.nodes(), "only-" + id + "=infra:NoSchedule");
        }
        draft.begin();
        int workloads = draft.between(1, 3);
        for (int i = 1; i <= workloads; i++) {
            deployment(draft, "fit-" + id + i, id, "");
        }
        for (int i = draft.between(1, OPERATIONS_MAX); i > 0; i--) {
            draft.pause();
            operate(draft, id);
        }
        draft.pause();
        switch (draft.between(0, 2)) {
            case 0 -> follow(draft, id);
            case 1 -> takeTurns(draft, id);
            default -> {}
        }
    }

    private static void deployment(Draft draft, String name, String id, String more) {
        String requests = "requests: {cpu: " + draft.pick("50m", "300m", "700m", "1200m") + ", memory: "
                + draft.pick("64Mi", "700Mi", "1500Mi") + "}";
        // A port of the node, which one pod alone can have.
        String port = draft.isOneIn(6) ? ", ports: [{containerPort: 80, hostPort: 8080}]" : "";
        String spec = more
                + rule(draft, name, id)
                + Templates.server("app:1", ", resources: {" + requests + "}" + port + Templates.hook(draft));
        draft.apply(
                name + ".yaml",
                Templates.object(
                        "apps/v1",
                        "Deployment",
                        name,
                        "replicas: " + draft.between(1, 6) + ", strategy: {rollingUpdate: "
                                + draft.pick("{maxSurge: 0, maxUnavailable: 1}", "{maxSurge: 1}")
                                + "}, selector: {matchLabels: {app: " + name
                                + "}}, template: {metadata: {labels: {app: " + name + ", group: group-" + id
                                + "}}, spec: {" + spec + "}}"));
    }

    private static String rule(Draft draft, String name, String id) {
        String self = "labelSelector: {matchLabels: {" + draft.pick("app: " + name, "group: group-" + id) + "}}";
        return draft.pickFrom(List.of(
                "",
                "nodeSelector: {disk-" + id + ": ssd}, ",
                "tolerations: [{key: only-" + id + ", operator: Exists}], ",
                "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey:"
                        + " kubernetes.io/hostname, " + self + "}]}}, ",
                spread("1, topologyKey: kubernetes.io/hostname", self),
                // One node alone has the label, so that there is nothing to spread over.
                spread(draft.between(1, 2) + ", topologyKey: disk-" + id, self)));
    }

    private static String spread(String most, String selector) {
        return "topologySpreadConstraints: [{maxSkew: " + most + ", whenUnsatisfiable: DoNotSchedule, " + selector
                + "}], ";
    }

    private static void operate(Draft draft, String id) {
        switch (draft.between(0, 6)) {
            case 0 -> {
                String node = draft.node();
                draft.kubectl("cordon", node);
                draft.pause();
                draft.kubectl("scale", "deployment/fit-" + id + "1", "--replicas=" + draft.between(2, 8));
                draft.rest();
                draft.kubectl("uncordon", node);
            }
            case 1 -> {
                String priority = "";
                if (draft.serves("PriorityClass")) {
                    draft.apply(
                            "high-" + id + ".yaml",
                            "{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: high-" + id
                                    + "}, value: 1000}\n");
                    priority = "priorityClassName: high-" + id + ", ";
                }
                deployment(draft, "urgent-" + id, id, priority);
            }
            case 2 -> draft.kubectl("delete", "pods", "-l", "app=fit-" + id + "1", "--wait=false");
            case 3 -> draft.kubectl("set", "image", "deployment/fit-" + id + "1", "main=app:" + draft.between(2, 5));
            case 4 -> draft.kubectl("scale", "deployment/fit-" + id + "1", "--replicas=0");
            default -> draft.kubectl("scale", "deployment/fit-" + id + "1", "--replicas=" + draft.between(0, 8));
        }
    }

    /** A pod that goes where a pod with some label is, or is not, while that label comes and goes. */
    private static void follow(Draft draft, String id) {
        String name = "guest-" + id + draft.between(1, 9);
        String label = "seat-" + id;
        boolean isDrawn = draft.isOneIn(2);
        String term = "{requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: kubernetes.io/os,"
                + " labelSelector: {matchLabels: {" + label + ": taken}}}]}";
        if (!isDrawn) {
            draft.kubectl("label", "pods", "-l", "group=group-" + id, label + "=taken", "--overwrite");
        }
        draft.apply(
                name + ".yaml",
                "{apiVersion: v1, kind: Pod, metadata: {name: " + name + "}, spec: {affinity: {"
                        + (isDrawn ? "podAffinity: " : "podAntiAffinity: ") + term + "}, "
                        + Templates.server("app:1", "") + "}}\n");
        draft.rest();
        if (isDrawn && draft.isOneIn(2)) {
            draft.apply(
                    "host-" + id + ".yaml",
                    "{apiVersion: v1, kind: Pod, metadata: {name: host-" + id + ", labels: {" + label
                            + ": taken}}, spec: {" + Templates.server("app:1", "") + "}}\n");
            return;
        }
        draft.kubectl(
                "label", "pods", "-l", "group=group-" + id, isDrawn ? label + "=taken" : label + "-", "--overwrite");
    }

    /** Pods that have all nodes that there are, and one that waits for the first of them to go. */
    private static void takeTurns(Draft draft, String id) {
        String turn = "labelSelector: {matchLabels: {turn: turn-" + id + "}}";
        String port = "";
        String rule = "";
        switch (draft.between(0, 2)) {
            case 0 -> port = ", ports: [{containerPort: 80, hostPort: 9090}]";
            case 1 ->
                rule = "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey:"
                        + " kubernetes.io/hostname, " + turn + "}]}}, ";
            default -> {
                // A node that takes no pods keeps the others from taking more than one.
                rule = spread("1, topologyKey: kubernetes.io/hostname", turn);
                draft.kubectl("cordon", draft.node());
            }
        }
        String first = "first-" + id;
        draft.apply(first + ".yaml", turn(first, id, draft.nodes(), rule, port));
        draft.rest();
        draft.apply("second-" + id + ".yaml", turn("second-" + id, id, 1, rule, port));
        draft.rest();
        draft.kubectl("scale", "deployment/" + first, "--replicas=0");
    }

    private static String turn(String name, String id, int replicas, String rule, String port) {
        return Templates.object(
                "apps/v1",
                "Deployment",
                name,
                "replicas: " + replicas + ", selector: {matchLabels: {app: " + name
                        + "}}, template: {metadata: {labels: {app: " + name + ", turn: turn-" + id + "}}, spec: {"
                        + rule + Templates.server("app:1", port) + "}}");
    }
}
