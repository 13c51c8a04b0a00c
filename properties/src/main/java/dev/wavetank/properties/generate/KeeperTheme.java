package dev.wavetank.properties.generate;

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
            draft.kubectl("delete", kind.toLowerCase(Locale.ROOT), name, "--cascade=foreground", "--wait=false");
            draft.rest();
            draft.kubectl("patch", kind.toLowerCase(Locale.ROOT), name, "--type=merge", "-p", FREE);
        }
    }

    private static String manifest(Draft draft, String name, String kind) {
        return "{apiVersion: apps/v1, kind: " + kind + ", metadata: {name: " + name
                + ", finalizers: [example.com/hold], annotations: {example.com/owner: team}}, spec: {replicas: "
                + draft.between(2, 4) + ", selector: {matchLabels: {app: " + name
                + "}}, template: {metadata: {labels: {app: " + name
                + ", tier: web}, annotations: {example.com/note: kept}}, spec: {"
                + Templates.server("web:1", Templates.readiness(draft)) + "}}}}\n";
    }
}
