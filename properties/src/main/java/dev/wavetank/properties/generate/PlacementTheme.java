package dev.wavetank.properties.generate;

import java.util.List;

/** Pods that want much, or only some nodes, on small ones: labels, taints, cordons, and pods of higher priority. */
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
    }

    private static void deployment(Draft draft, String name, String id, String more) {
        String requests = "requests: {cpu: " + draft.pick("50m", "300m", "700m", "1200m") + ", memory: "
                + draft.pick("64Mi", "700Mi", "1500Mi") + "}";
        String spec = more + rule(draft, name, id) + Templates.server("app:1", ", resources: {" + requests + "}");
        draft.apply(
                name + ".yaml",
                Templates.object(
                        "apps/v1",
                        "Deployment",
                        name,
                        "replicas: " + draft.between(1, 6) + ", selector: {matchLabels: {app: " + name
                                + "}}, template: " + Templates.template(name, spec)));
    }

    private static String rule(Draft draft, String name, String id) {
        String self = "labelSelector: {matchLabels: {app: " + name + "}}";
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
        switch (draft.between(0, 4)) {
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
            default -> draft.kubectl("scale", "deployment/fit-" + id + "1", "--replicas=" + draft.between(0, 8));
        }
    }
}
