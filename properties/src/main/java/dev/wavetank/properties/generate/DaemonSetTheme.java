package dev.wavetank.properties.generate;

/** A DaemonSet on some nodes: updates, nodes that come under its selector and leave it, taints and cordons. */
final class DaemonSetTheme implements Theme {

    private static final int OPERATIONS_MAX = 5;

    @Override
    public void draw(Draft draft, String id) {
        String name = "logs-" + id;
        boolean selects = draft.isOneIn(2);
        draft.beginAtOnce();
        if (selects) {
            draft.kubectl("label", "nodes", "--all", name + "=yes");
        }
        draft.begin();
        String selector = selects ? "nodeSelector: {" + name + ": \"yes\"}, " : "";
        String template = Templates.template(name, selector + Templates.server("logs:1", Templates.readiness(draft)));
        draft.apply(
                name + ".yaml",
                Templates.object(
                        "apps/v1",
                        "DaemonSet",
                        name,
                        "revisionHistoryLimit: " + draft.pick("0", "1", "2") + ", minReadySeconds: "
                                + draft.pick("0", "0", "6") + ", updateStrategy: "
                                + draft.pick(
                                        "{rollingUpdate: {maxUnavailable: 1}}",
                                        "{rollingUpdate: {maxUnavailable: 1}}",
                                        "{rollingUpdate: {maxUnavailable: 2}}",
                                        "{rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}",
                                        "{rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}",
                                        "{type: OnDelete}")
                                + ", selector: {matchLabels: {app: " + name + "}}, template: " + template));
        int operations = draft.between(1, OPERATIONS_MAX);
        for (int i = 0; i < operations; i++) {
            draft.pause();
            operate(draft, name, selects, i + 2);
        }
    }

    private static void operate(Draft draft, String name, boolean selects, int version) {
        String node = draft.node();
        switch (draft.between(0, 6)) {
            case 0, 1 -> draft.kubectl("set", "image", "daemonset/" + name, "main=logs:" + version);
            case 2 -> {
                if (selects) {
                    draft.kubectl("label", "node", node, name + "-");
                    draft.rest();
                    if (draft.isOneIn(2)) {
                        draft.kubectl("label", "node", node, name + "=yes", "--overwrite");
                    }
                }
            }
            case 3 -> {
                String effect = draft.pick("NoSchedule", "NoExecute");
                draft.kubectl("taint", "nodes", node, name + "=no:" + effect);
                draft.rest();
                // A pod that is there already stays with the taint NoSchedule.
                if (effect.equals("NoExecute") || draft.isOneIn(2)) {
                    draft.kubectl("taint", "nodes", node, name + "-");
                }
            }
            case 4 -> {
                draft.kubectl("cordon", node);
                draft.kubectl("set", "image", "daemonset/" + name, "main=logs:" + version);
                draft.rest();
                if (draft.isOneIn(2)) {
                    draft.kubectl("uncordon", node);
                }
            }
            case 5 -> {
                draft.kubectl("set", "image", "daemonset/" + name, "main=logs:" + version);
                draft.rest();
                draft.kubectl("rollout", "undo", "daemonset/" + name);
            }
            default -> draft.kubectl("delete", "pods", "-l", "app=" + name, "--wait=false");
        }
    }
}
