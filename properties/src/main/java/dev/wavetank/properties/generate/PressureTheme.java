package dev.wavetank.properties.generate;

import java.util.List;

/**
 * Pods of several priorities that use more memory, or less, than they request, all of them on one node, and others that
 * users put there.
 */
final class PressureTheme implements Theme {

    private static final int PODS_MAX = 7;

    @Override
    public List<String> kinds() {
        return List.of("PriorityClass");
    }

    @Override
    public void draw(Draft draft, String id) {
        draft.capacity("memory", "3Gi");
        String node = draft.node();
        draft.begin();
        draft.apply(
                "ranks-" + id + ".yaml",
                "{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: rank-" + id
                        + "}, value: 50, preemptionPolicy: Never}\n");
        for (int i = draft.between(3, PODS_MAX); i > 0; i--) {
            String name = "hungry-" + id + i;
            draft.apply(name + ".yaml", pod(draft, name, node, id));
            if (draft.isOneIn(2)) {
                draft.pause();
            }
        }
        if (draft.isOneIn(2)) {
            draft.rest();
            late(draft, node, id);
        }
    }

    /** Pods that come to the node while it may be short of memory; no scheduler keeps them from it. */
    private static void late(Draft draft, String node, String id) {
        for (int i = draft.between(1, 3); i > 0; i--) {
            String name = "late-" + id + i;
            String requests = draft.isOneIn(2) ? "" : ", resources: {requests: {memory: 16Mi}}";
            draft.apply(
                    name + ".yaml",
                    "{apiVersion: v1, kind: Pod, metadata: {name: " + name + "}, spec: {nodeName: " + node + ", "
                            + Templates.server("app:1", requests) + "}}\n");
            draft.pause();
        }
    }

    private static String pod(Draft draft, String name, String node, String id) {
        String uses = 200 * draft.between(2, 6) + "Mi";
        String requests = ", resources: {requests: {memory: " + draft.pick("64Mi", "300Mi", "500Mi") + "}}";
        String rank = draft.isOneIn(2) ? "priorityClassName: rank-" + id + ", " : "";
        return "{apiVersion: v1, kind: Pod, metadata: {name: " + name + ", labels: {app: " + name
                + "}, annotations: {behavior.wavetank.dev/main: \"uses " + uses + " of memory\"}}, spec: {" + rank
                + "nodeSelector: {kubernetes.io/hostname: " + node + "}, " + Templates.server("app:1", requests)
                + "}}\n";
    }
}
