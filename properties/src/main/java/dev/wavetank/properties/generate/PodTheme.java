package dev.wavetank.properties.generate;

/** Pods without a controller: every restart policy, init containers, probes that fail, slow ends. */
final class PodTheme implements Theme {

    private static final int PODS_MAX = 5;
    private static final String GET = "httpGet: {path: /, port: 80}";

    @Override
    public void draw(Draft draft, String id) {
        if (draft.isOneIn(3)) {
            draft.set("kube-controller-manager.terminated-pod-gc-threshold", draft.pick("1", "2"));
        }
        draft.begin();
        int pods = draft.between(1, PODS_MAX);
        for (int i = 1; i <= pods; i++) {
            String name = "pod-" + id + i;
            draft.apply(name + ".yaml", manifest(draft, name));
            draft.pause();
            if (draft.isOneIn(3)) {
                draft.kubectl("delete", "pod", name, "--wait=false");
            }
        }
    }

    private static String manifest(Draft draft, String name) {
        String annotation = "";
        String spec;
        switch (draft.between(0, 5)) {
            case 0 ->
                spec = "restartPolicy: " + draft.pick("Always", "OnFailure", "Never") + ", "
                        + Templates.shell("sleep " + draft.between(2, 9) + "; exit " + draft.between(0, 1));
            case 1 ->
                spec = "initContainers: [{name: first, image: busybox, command: [sleep, \"3\"]}, {name: second,"
                        + " image: busybox, command: [sleep, \"2\"]}], " + Templates.server("app:1", "");
            case 2 -> {
                annotation = "liveness fails from " + draft.between(15, 40) + "s to 1h";
                spec = Templates.server(
                        "app:1",
                        ", livenessProbe: {periodSeconds: 5, failureThreshold: " + draft.between(1, 3) + ", " + GET
                                + "}");
            }
            case 3 -> {
                annotation = "readiness fails from 10s to " + draft.between(12, 30) + "s";
                spec = Templates.server(
                        "app:1",
                        ", readinessProbe: {periodSeconds: 2, failureThreshold: " + draft.between(1, 3) + ", " + GET
                                + "}, startupProbe: {periodSeconds: 2, failureThreshold: 20, initialDelaySeconds: 4, "
                                + GET + "}");
            }
            case 4 ->
                spec = "terminationGracePeriodSeconds: " + draft.between(2, 20) + ", "
                        + Templates.shell("trap '' TERM; while :; do sleep 1; done");
            default -> spec = Templates.server("app:1", Templates.readiness(draft));
        }
        String metadata =
                annotation.isEmpty() ? "" : ", annotations: {behavior.wavetank.dev/main: \"" + annotation + "\"}";
        return "{apiVersion: v1, kind: Pod, metadata: {name: " + name + ", labels: {app: " + name + "}" + metadata
                + "}, spec: {" + spec + "}}\n";
    }
}
