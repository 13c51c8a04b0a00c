package dev.wavetank.properties.generate;

/**
 * Pods that know each other: a StatefulSet behind a headless Service, with ordinals that do not begin at 0 and bounds
 * in percent, and a DaemonSet with bounds in percent, on nodes in zones. Templates have more labels than are selected
 * by, and annotations.
 */
final class PeersTheme implements Theme {

    private static final int OPERATIONS_MAX = 4;

    @Override
    public void draw(Draft draft, String id) {
        String name = "ring-" + id;
        draft.beginAtOnce();
        draft.kubectl("label", "nodes", "--all", "topology.kubernetes.io/zone=west");
        draft.kubectl("label", "nodes", draft.node(), "topology.kubernetes.io/zone=east", "--overwrite");
        draft.begin();
        draft.apply(name + "-service.yaml", service(draft, name));
        boolean isDaemon = draft.isOneIn(3);
        draft.apply(name + ".yaml", isDaemon ? daemons(draft, name) : peers(draft, name));
        String object = (isDaemon ? "daemonset/" : "statefulset/") + name;
        int operations = draft.between(1, OPERATIONS_MAX);
        for (int i = 0; i < operations; i++) {
            draft.pause();
            switch (draft.between(0, 3)) {
                case 0 -> draft.kubectl("label", "service", name, "step=" + i, "--overwrite");
                case 1 -> draft.kubectl("delete", "pods", "-l", "app=" + name, "--wait=false");
                default -> draft.kubectl("set", "image", object, "main=ring:" + (i + 2));
            }
        }
    }

    private static String service(Draft draft, String name) {
        return "{apiVersion: v1, kind: Service, metadata: {name: " + name + ", labels: {app: " + name + "}}, spec: {"
                + draft.pick("clusterIP: None, ", "clusterIP: None, ", "")
                + draft.pick("", "publishNotReadyAddresses: true, ") + "selector: {app: " + name
                + "}, ports: [{name: peer, port: 7000}]}}\n";
    }

    private static String template(Draft draft, String name) {
        return "{metadata: {labels: {app: " + name + ", tier: ring}, annotations: {example.com/note: peers}}, spec: {"
                + Templates.server("ring:1", Templates.readiness(draft)) + "}}";
    }

    private static String peers(Draft draft, String name) {
        return Templates.object(
                "apps/v1",
                "StatefulSet",
                name,
                "serviceName: " + name + ", replicas: " + draft.between(3, 5) + ", podManagementPolicy: "
                        + draft.pick("OrderedReady", "Parallel") + ", ordinals: {start: " + draft.between(0, 2)
                        + "}, updateStrategy: {rollingUpdate: {maxUnavailable: " + draft.pick("1", "34%", "50%")
                        + "}}, minReadySeconds: " + draft.pick("0", "4") + ", selector: {matchLabels: {app: " + name
                        + "}}, template: " + template(draft, name));
    }

    private static String daemons(Draft draft, String name) {
        return Templates.object(
                "apps/v1",
                "DaemonSet",
                name,
                "updateStrategy: {rollingUpdate: {" + draft.pick("maxUnavailable: 34%", "maxUnavailable: 60%")
                        + "}}, selector: {matchLabels: {app: " + name + "}}, template: " + template(draft, name));
    }
}
