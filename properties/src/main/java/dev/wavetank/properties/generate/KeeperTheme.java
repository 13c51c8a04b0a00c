package dev.wavetank.properties.generate;

import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.VirtualTime;
import java.util.Locale;

/**
 * What others keep an eye on: a Deployment with a finalizer of its user and a budget that is changed, deleted in the
 * foreground before the finalizer is taken away, and a pod of somebody else that its ReplicaSet adopts.
 */
final class KeeperTheme implements Theme {

    private static final String FREE = "{\"metadata\":{\"finalizers\":null}}";

    @Override
    public void draw(Draft draft, String id) {
        String name = "kept-" + id;
        draft.begin();
        if (draft.isOneIn(2)) {
            draft.apply(
                    name + "-pod.yaml",
                    "{apiVersion: v1, kind: Pod, metadata: {name: " + name + "-0, labels: {app: " + name + "}}, spec: {"
                            + Templates.server("web:1", "") + "}}\n");
        }
        String kind = draft.pick("ReplicaSet", "Deployment");
        draft.apply(name + ".yaml", manifest(draft, name, kind));
        draft.apply(
                name + "-budget.yaml",
                Templates.object(
                        "policy/v1",
                        "PodDisruptionBudget",
                        name,
                        draft.pick("minAvailable: 1", "maxUnavailable: 1", "minAvailable: 50%")
                                + ", selector: {matchLabels: {app: " + name + "}}"));
        draft.pause();
        if (kind.equals("Deployment")) {
            draft.kubectl("set", "image", "deployment/" + name, "main=web:2");
            draft.pause();
        }
        draft.kubectl("scale", kind.toLowerCase(Locale.ROOT), name, "--replicas=" + draft.between(1, 5));
        draft.rest();
        if (draft.isOneIn(2) && draft.version().has(Feature.KUBECTL_WATCH_EVENTS)) {
            watch(draft, name);
        }
        draft.apply(
                name + "-budget.yaml",
                Templates.object(
                        "policy/v1",
                        "PodDisruptionBudget",
                        name,
                        draft.pick("minAvailable: 2", "maxUnavailable: 2", "maxUnavailable: 25%")
                                + ", selector: {matchLabels: {app: " + name + "}}"));
        if (draft.isOneIn(2)) {
            draft.rest();
            if (draft.isOneIn(2)) {
                // Pods that wait for what is below them, and end slowly, when their owner is to wait for them.
                draft.kubectl("delete", "pods", "-l", "app=" + name, "--cascade=foreground", "--wait=false");
                draft.after(draft.between(7, 12) * VirtualTime.SECOND);
            }
            draft.kubectl("delete", kind.toLowerCase(Locale.ROOT), name, "--cascade=foreground", "--wait=false");
            draft.rest();
            draft.kubectl("patch", kind.toLowerCase(Locale.ROOT), name, "--type=merge", "-p", FREE);
        }
    }

    /** Somebody watches the pods of a tier, while some are taken out of it. */
    private static void watch(Draft draft, String name) {
        String[] words = {"get", "pods", "-l", "tier=web", "--watch", "--output-watch-events", "--request-timeout=60s"};
        draft.kubectl(words);
        draft.after(draft.between(4, 20) * VirtualTime.SECOND);
        draft.kubectl("label", "pods", "-l", "app=" + name, "tier=shed", "--overwrite");
        draft.rest();
    }

    private static String manifest(Draft draft, String name, String kind) {
        String hook = draft.isOneIn(2) ? Templates.hook(draft.between(15, 25)) : "";
        return "{apiVersion: apps/v1, kind: " + kind + ", metadata: {name: " + name
                + ", finalizers: [example.com/hold], annotations: {example.com/owner: team}}, spec: {replicas: "
                + draft.between(2, 4) + ", selector: {matchLabels: {app: " + name
                + "}}, template: {metadata: {labels: {app: " + name
                + ", tier: web}, annotations: {example.com/note: kept}}, spec: {"
                + Templates.server("web:1", Templates.readiness(draft) + hook) + "}}}}\n";
    }
}
