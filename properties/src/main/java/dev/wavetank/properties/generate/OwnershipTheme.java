package dev.wavetank.properties.generate;

import dev.wavetank.sim.VirtualTime;
import java.util.Locale;

/**
 * An owner of pods of any kind, which is deleted in every way and made again, while some of its pods have a second
 * owner that is gone, or do not block the deletion of their owner.
 */
final class OwnershipTheme implements Theme {

    private static final int ROUNDS_MAX = 3;
    private static final int PODS_MAX = 4;

    @Override
    public void draw(Draft draft, String id) {
        String name = "owner-" + id;
        String kind =
                draft.pick("ReplicaSet", "ReplicaSet", "StatefulSet", "StatefulSet", "Job", "DaemonSet", "Deployment");
        String manifest = manifest(draft, name, kind);
        draft.begin();
        if (draft.isOneIn(2)) {
            stray(draft, name);
        }
        draft.apply(name + ".yaml", manifest);
        for (int i = draft.between(1, ROUNDS_MAX); i > 0; i--) {
            draft.rest();
            if (kind.equals("StatefulSet")) {
                patch(draft, name);
            }
            draft.kubectl(
                    "delete",
                    kind.toLowerCase(Locale.ROOT),
                    name,
                    "--cascade=" + draft.pick("background", "foreground", "foreground", "orphan", "orphan"),
                    "--wait=false");
            if (kind.equals("StatefulSet") && draft.isOneIn(2)) {
                letGo(draft, name);
            }
            if (!draft.isOneIn(3)) {
                draft.pause();
            }
            if (draft.isOneIn(2)) {
                draft.kubectl("delete", "pods", "-l", "app=" + name, "--wait=false");
                draft.pause();
            }
            draft.apply(name + ".yaml", manifest);
        }
    }

    private static String manifest(Draft draft, String name, String kind) {
        String grace = "terminationGracePeriodSeconds: " + draft.between(10, 40) + ", ";
        String hook = draft.isOneIn(3) ? Templates.hook(draft.between(15, 30)) : "";
        String server = grace + Templates.server("app:1", Templates.readiness(draft) + hook);
        String selected = "selector: {matchLabels: {app: " + name + "}}, template: ";
        String replicas = "replicas: " + draft.between(1, PODS_MAX) + ", ";
        String served = selected + Templates.template(name, server);
        return switch (kind) {
            case "Job" ->
                Templates.object(
                        "batch/v1",
                        kind,
                        name,
                        "parallelism: " + draft.between(1, 3)
                                + ", completions: 4, template: {spec: {restartPolicy: Never, " + grace
                                + Templates.shell("trap '' TERM; sleep 60") + "}}");
            case "StatefulSet" ->
                Templates.object(
                        "apps/v1",
                        kind,
                        name,
                        "serviceName: " + name + ", podManagementPolicy: Parallel, " + replicas + served);
            case "DaemonSet" -> Templates.object("apps/v1", kind, name, served);
            default -> Templates.object("apps/v1", kind, name, replicas + served);
        };
    }

    /** A pod of a user with the labels of the others, which mostly ends before they come. */
    private static void stray(Draft draft, String name) {
        draft.apply(
                name + "-stray.yaml",
                "{apiVersion: v1, kind: Pod, metadata: {name: " + name + "-stray, labels: {app: " + name
                        + "}}, spec: {restartPolicy: Never, " + Templates.shell("exit " + draft.between(0, 1))
                        + "}}\n");
        draft.rest();
    }

    /** While the owner may wait for its pods, they do not block its deletion any longer, one after the other. */
    private static void letGo(Draft draft, String name) {
        draft.after(draft.between(2, 8) * VirtualTime.SECOND);
        String change = draft.pick(
                "[{\"op\":\"replace\",\"path\":\"/metadata/ownerReferences/0/blockOwnerDeletion\",\"value\":false}]",
                "[{\"op\":\"remove\",\"path\":\"/metadata/ownerReferences\"}]");
        for (int i = 0; i < PODS_MAX; i++) {
            draft.kubectl("patch", "pod", name + "-" + i, "--type=json", "-p", change);
        }
    }

    /** A pod that does not block the deletion of its owner, and stays for longer than the others. */
    private static void hold(Draft draft, String name) {
        String pod = name + "-0";
        draft.kubectl(
                "patch",
                "pod",
                pod,
                "--type=json",
                "-p",
                "[{\"op\":\"replace\",\"path\":\"/metadata/ownerReferences/0/blockOwnerDeletion\",\"value\":false},"
                        + "{\"op\":\"add\",\"path\":\"/metadata/finalizers\",\"value\":[\"example.com/hold\"]}]");
        draft.kubectl("delete", "statefulset", name, "--cascade=foreground", "--wait=false");
        draft.after(2 * VirtualTime.MINUTE);
        draft.kubectl(Templates.patch("pod", pod, "{\"metadata\":{\"finalizers\":null}}"));
        draft.pause();
    }

    private static void patch(Draft draft, String name) {
        if (draft.isOneIn(3)) {
            hold(draft, name);
            return;
        }
        String change = draft.isOneIn(2)
                ? "{\"op\":\"add\",\"path\":\"/metadata/ownerReferences/0\",\"value\":{\"apiVersion\":\"v1\",\"kind\":"
                        + "\"ConfigMap\",\"name\":\"gone\",\"uid\":\"11111111-2222-3333-4444-555555555555\"}}"
                : "{\"op\":\"replace\",\"path\":\"/metadata/ownerReferences/0/blockOwnerDeletion\",\"value\":false}";
        draft.kubectl("patch", "pod", name + "-0", "--type=json", "-p", "[" + change + "]");
        draft.pause();
    }
}
