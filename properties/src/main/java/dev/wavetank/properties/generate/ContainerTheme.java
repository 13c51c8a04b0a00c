package dev.wavetank.properties.generate;

import java.util.List;

/**
 * Pods whose containers do all that a pod's spec can ask for: hooks, slow and refused ends, probes of every kind,
 * gates, ends with every restart policy, deadlines, image policies, sidecars and volumes. Some are
 * deleted, or made again by their names.
 */
final class ContainerTheme implements Theme {

    private static final int PODS_MAX = 5;
    /** Pods that would be restarted for ever end after this. */
    private static final String END = "activeDeadlineSeconds: 150, ";

    /** Long enough for several runs of more than ten minutes, after which a back-off begins anew. */
    private static final String LATE_END = "activeDeadlineSeconds: 2100, ";

    private static final String GET = "httpGet: {path: /, port: 80}";

    /** A pod that is drawn. */
    private record Drawn(String behavior, String spec) {}

    @Override
    public void draw(Draft draft, String id) {
        draft.begin();
        draft.kubectl("create", "configmap", "settings-" + id, "--from-literal=a=b");
        int pods = draft.between(2, PODS_MAX);
        for (int i = 1; i <= pods; i++) {
            String name = "box-" + id + i;
            Drawn drawn = drawn(draft, id);
            String manifest = manifest(name, drawn);
            draft.apply(name + ".yaml", manifest);
            draft.pause();
            operate(draft, name, manifest);
        }
    }

    private static void operate(Draft draft, String name, String manifest) {
        switch (draft.between(0, 4)) {
            case 0 -> draft.kubectl("delete", "pod", name, "--wait=false");
            case 1 -> {
                draft.rest();
                draft.kubectl("delete", "pod", name, "--wait=false");
            }
            case 2 -> {
                draft.rest();
                draft.kubectl("delete", "pod", name, "--force", "--grace-period=0");
                draft.apply(name + ".yaml", manifest);
            }
            default -> draft.pause();
        }
    }

    private static Drawn drawn(Draft draft, String id) {
        return draft.pickFrom(List.of(
                ends(draft),
                probes(draft),
                probes(draft),
                exits(draft),
                inits(draft),
                sidecars(draft),
                deadline(draft),
                gated(draft),
                images(draft, id)));
    }

    /** Servers that need time to end, by a hook, because they do not listen, or both. */
    private static Drawn ends(Draft draft) {
        String grace = "terminationGracePeriodSeconds: " + draft.between(4, 25) + ", ";
        if (draft.isOneIn(2)) {
            String hook = draft.isOneIn(2) ? Templates.hook(draft.between(2, 20)) : "";
            return new Drawn("ignores TERM", grace + Templates.server("app:1", hook));
        }
        return new Drawn("", grace + Templates.server("app:1", Templates.hook(draft.between(2, 12))));
    }

    /** Servers that fail their liveness or startup probes from their start, or begin slowly. */
    private static Drawn probes(Draft draft) {
        String liveness = ", livenessProbe: {periodSeconds: " + draft.between(2, 6) + ", initialDelaySeconds: "
                + draft.between(0, 9) + ", failureThreshold: " + draft.between(2, 4) + ", " + GET + "}";
        String startup = ", startupProbe: {periodSeconds: 3, initialDelaySeconds: " + draft.between(6, 12)
                + ", failureThreshold: " + draft.between(2, 10) + ", " + GET + "}";
        return switch (draft.between(0, 3)) {
            case 0 -> new Drawn("liveness fails from 1s to 1h", END + Templates.server("app:1", liveness));
            case 1 -> new Drawn("liveness fails from 1s to 1h", END + Templates.server("app:1", liveness + startup));
            case 2 ->
                new Drawn(
                        "startup fails to " + draft.between(30, 60) + "s; liveness fails from 1s to 1h",
                        END
                                + Templates.server(
                                        "app:1",
                                        liveness + ", startupProbe: {periodSeconds: 3, failureThreshold: 40, " + GET
                                                + "}" + ", readinessProbe: {periodSeconds: 2, " + GET + "}"));
            default -> new Drawn("startup fails to 1h", END + Templates.server("app:1", startup));
        };
    }

    /** Two containers that end with several codes, under every restart policy; some again and again for minutes. */
    private static Drawn exits(Draft draft) {
        String policy = draft.pick("Always", "OnFailure", "OnFailure", "Never");
        boolean isLong = draft.isOneIn(3);
        String main = isLong ? ending("main", "sleep 610; exit 1") : ending(draft, "main");
        String other = isLong ? ending("other", "sleep 3000") : ending(draft, "other");
        return new Drawn(
                "",
                (isLong ? LATE_END : END) + "restartPolicy: " + policy + ", containers: [" + main + ", " + other + "]");
    }

    private static String ending(Draft draft, String name) {
        return ending(
                name,
                draft.pick("exit 0", "exit 1", "sleep 5; exit 0", "sleep 5; exit 3", "sleep 40; exit 0", "sleep 610"));
    }

    private static String ending(String name, String command) {
        return "{name: " + name + ", image: \"busybox:1\", command: [sh, -c, \"" + command + "\"]}";
    }

    /** Init containers that fail at times, and a sidecar. */
    private static Drawn inits(Draft draft) {
        String first = "{name: first, image: \"busybox:1\", command: [sh, -c, \""
                + draft.pick("sleep 2", "sleep 2; exit 1", "exit 1") + "\"]}";
        String second = draft.isOneIn(2)
                ? ", {name: proxy, image: \"proxy:1\", restartPolicy: Always}"
                : ", {name: second, image: \"busybox:1\", command: [sleep, \"2\"]}";
        return new Drawn(
                "",
                "restartPolicy: " + draft.pick("Always", "OnFailure", "Never") + ", initContainers: [" + first + second
                        + "], " + Templates.server("app:1", ""));
    }

    /** A server that needs some time to end, with two sidecars that serve it until then. */
    private static Drawn sidecars(Draft draft) {
        String proxy = "{name: proxy, image: \"proxy:1\", restartPolicy: Always}";
        String shipper = "{name: shipper, image: \"shipper:1\", restartPolicy: Always" + Templates.hook(draft) + "}";
        return new Drawn(
                "",
                "terminationGracePeriodSeconds: " + draft.between(15, 30) + ", initContainers: [" + proxy + ", "
                        + shipper + "], " + Templates.server("app:1", Templates.hook(draft.between(2, 8))));
    }

    /** A server that is not ready before another program says so, which none does. */
    private static Drawn gated(Draft draft) {
        return new Drawn(
                "",
                "readinessGates: [{conditionType: example.com/open}], "
                        + Templates.server("app:1", Templates.readiness(draft)));
    }

    private static Drawn deadline(Draft draft) {
        return new Drawn("", "activeDeadlineSeconds: " + draft.between(10, 40) + ", " + Templates.server("app:1", ""));
    }

    /** Images that are pulled each time, never, or in vain at times, and volumes. */
    private static Drawn images(Draft draft, String id) {
        String policy = ", imagePullPolicy: " + draft.pick("Always", "IfNotPresent", "Never");
        String volumes =
                "volumes: [{name: scratch, emptyDir: {}}, {name: conf, configMap: {name: settings-" + id + "}}], ";
        String mounts = ", volumeMounts: [{name: scratch, mountPath: /tmp}, {name: conf, mountPath: /etc/conf}]";
        return new Drawn(
                draft.isOneIn(2) ? "exit 1 after 6s" : "", END + volumes + Templates.server("tool:1", policy + mounts));
    }

    private static String manifest(String name, Drawn drawn) {
        String annotation = drawn.behavior().isEmpty()
                ? ""
                : ", annotations: {behavior.wavetank.dev/main: \"" + drawn.behavior() + "\"}";
        return "{apiVersion: v1, kind: Pod, metadata: {name: " + name + ", labels: {app: " + name + "}" + annotation
                + "}, spec: {" + drawn.spec() + "}}\n";
    }
}
