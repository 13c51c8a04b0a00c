package dev.wavetank.properties.generate;

import dev.wavetank.sim.VirtualTime;

/** Nodes that users taint, cordon and label, under pods that tolerate a taint for a while, and ranges of addresses. */
final class NodeTheme implements Theme {

    private static final int OPERATIONS_MAX = 5;

    @Override
    public void draw(Draft draft, String id) {
        if (draft.isOneIn(2)) {
            draft.set("kube-controller-manager.allocate-node-cidrs", "true");
            draft.set("kube-controller-manager.cluster-cidr", "10.244.0.0/16");
        }
        String name = "guest-" + id;
        draft.beginAtOnce();
        if (draft.isOneIn(2)) {
            draft.kubectl("taint", "nodes", draft.node(), "shy-" + id + "=yes:PreferNoSchedule");
            draft.rest();
        } else {
            draft.begin();
        }
        String tolerations = "tolerations: [{key: out-" + id
                + ", operator: Exists, effect: NoExecute, tolerationSeconds: " + draft.between(5, 40) + "}, {key: near-"
                + id + ", operator: Exists, effect: NoExecute, tolerationSeconds: " + draft.between(110, 170) + "}], ";
        draft.apply(
                name + ".yaml",
                Templates.object(
                        "apps/v1",
                        "Deployment",
                        name,
                        "replicas: " + draft.between(2, 7) + ", selector: {matchLabels: {app: " + name
                                + "}}, template: "
                                + Templates.template(
                                        name, tolerations + Templates.server("app:1", Templates.readiness(draft)))));
        draft.pause();
        draft.kubectl("expose", "deployment", name, "--port=80");
        for (int i = draft.between(1, OPERATIONS_MAX); i > 0; i--) {
            draft.pause();
            operate(draft, id, name);
        }
        if (draft.isOneIn(3)) {
            reprieve(draft, id);
        }
    }

    /** A pod on a tainted node, which is to go, and then may stay after all. */
    private static void reprieve(Draft draft, String id) {
        String pod = "lodger-" + id;
        String node = draft.node();
        String taint = "lodging-" + id;
        draft.apply(
                pod + ".yaml",
                "{apiVersion: v1, kind: Pod, metadata: {name: " + pod + "}, spec: {nodeName: " + node
                        + ", tolerations: [{key: " + taint
                        + ", operator: Exists, effect: NoExecute, tolerationSeconds: 100}], "
                        + Templates.server("app:1", "") + "}}\n");
        draft.kubectl("taint", "nodes", node, taint + "=now:NoExecute");
        draft.pause();
        // Of several tolerations of a taint the first one counts.
        draft.kubectl(
                "patch",
                "pod",
                pod,
                "--type=json",
                "-p",
                "[{\"op\":\"add\",\"path\":\"/spec/tolerations/0\",\"value\":{\"key\":\"" + taint
                        + "\",\"operator\":\"Exists\",\"effect\":\"NoExecute\"}}]");
        draft.after(3 * VirtualTime.MINUTE);
        draft.kubectl("taint", "nodes", node, taint + "-");
    }

    private static void operate(Draft draft, String id, String name) {
        String node = draft.node();
        switch (draft.between(0, 5)) {
            case 0, 1 -> {
                String key = draft.pick("out-", "away-") + id;
                draft.kubectl("taint", "nodes", node, key + "=now:NoExecute");
                // A taint that stays drives out for ever what comes to its node for a while.
                draft.rest();
                draft.kubectl("taint", "nodes", node, key + "-");
                draft.rest();
                draft.kubectl("taint", "nodes", node, key + "-");
            }
            case 2 -> {
                draft.kubectl("cordon", node);
                draft.kubectl("delete", "pods", "-l", "app=" + name, "--wait=false");
                draft.rest();
                draft.kubectl("uncordon", node);
            }
            case 4 -> {
                // The toleration that ends first counts.
                String first = draft.pick("near-", "out-") + id;
                String second = (first.startsWith("near-") ? "out-" : "near-") + id;
                draft.kubectl("taint", "nodes", node, first + "=now:NoExecute", second + "=now:NoExecute");
                draft.after(4 * VirtualTime.MINUTE);
                draft.kubectl("taint", "nodes", node, first + "-", second + "-");
            }
            case 3 -> draft.kubectl("scale", "deployment/" + name, "--replicas=" + draft.between(0, 8));
            default -> draft.kubectl("label", "nodes", node, "seen-" + id + "=yes", "--overwrite");
        }
    }
}
