package dev.wavetank.properties.generate;

/** A Deployment of either strategy: roll-outs, roll-backs, pauses, changes of its size, deletions in every way. */
final class DeploymentTheme implements Theme {

    private static final int OPERATIONS_MAX = 6;

    @Override
    public void draw(Draft draft, String id) {
        String name = "web-" + id;
        String manifest = manifest(draft, name);
        draft.begin();
        draft.apply(name + ".yaml", manifest);
        if (draft.isOneIn(2)) {
            draft.kubectl("expose", "deployment", name, "--port=80");
        }
        int operations = draft.between(1, OPERATIONS_MAX);
        for (int i = 0; i < operations; i++) {
            draft.pause();
            operate(draft, name, manifest, i + 2);
        }
    }

    private static String manifest(Draft draft, String name) {
        String strategy = draft.isOneIn(4)
                ? "{type: Recreate}"
                : draft.pick(
                        "{rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}",
                        "{rollingUpdate: {maxSurge: 0, maxUnavailable: 1}}",
                        "{rollingUpdate: {maxSurge: 2, maxUnavailable: 1}}",
                        "{rollingUpdate: {maxSurge: 50%, maxUnavailable: 50%}}",
                        "{type: RollingUpdate}");
        String template = Templates.template(
                name,
                "terminationGracePeriodSeconds: " + draft.between(1, 12) + ", "
                        + Templates.server("nginx:1", Templates.readiness(draft) + Templates.hook(draft)));
        return Templates.object(
                "apps/v1",
                "Deployment",
                name,
                "replicas: " + draft.between(0, 8) + ", revisionHistoryLimit: " + draft.pick("0", "1", "2", "10")
                        + ", minReadySeconds: " + draft.pick("0", "0", "5") + ", strategy: " + strategy
                        + ", selector: {matchLabels: {app: " + name + "}}, template: " + template);
    }

    private static void operate(Draft draft, String name, String manifest, int version) {
        String object = "deployment/" + name;
        switch (draft.between(0, 13)) {
            case 0, 1, 2 -> draft.kubectl("set", "image", object, "main=nginx:" + version);
            case 3, 4 -> draft.kubectl("scale", object, "--replicas=" + draft.between(0, 10));
            case 5 -> {
                draft.kubectl("set", "image", object, "main=nginx:" + version);
                draft.pause();
                for (int i = draft.between(1, 3); i > 0; i--) {
                    draft.kubectl("rollout", "undo", object);
                    draft.pause();
                }
            }
            case 6 -> {
                draft.kubectl("rollout", "pause", object);
                draft.kubectl("set", "image", object, "main=nginx:" + version);
                draft.pause();
                draft.kubectl("scale", object, "--replicas=" + draft.between(1, 9));
                draft.rest();
                draft.kubectl("rollout", "resume", object);
            }
            case 7 -> {
                draft.kubectl("set", "image", object, "main=nginx:" + version);
                draft.pause();
                draft.kubectl("scale", object, "--replicas=" + draft.between(1, 12));
            }
            case 8 ->
                draft.kubectl(Templates.patch(
                        "deployment", name, "{\"spec\":{\"minReadySeconds\":" + draft.between(0, 6) + "}}"));
            case 9 -> hang(draft, name);
            case 11 -> {
                String cost = "controller.kubernetes.io/pod-deletion-cost=" + draft.pick("5", "-5");
                draft.kubectl("annotate", "pods", "-l", "app=" + name, cost);
                draft.kubectl("scale", object, "--replicas=" + draft.between(7, 10));
                draft.rest();
                draft.kubectl("scale", object, "--replicas=" + draft.between(1, 6));
            }
            case 12 -> draft.kubectl("label", "pods", "-l", "app=" + name, "app=let-go", "--overwrite");
            case 10 -> draft.kubectl("delete", "pods", "-l", "app=" + name, "--wait=false");
            default -> {
                String cascade = draft.pick("background", "foreground", "orphan");
                draft.kubectl("delete", "deployment", name, "--cascade=" + cascade, "--wait=false");
                draft.pause();
                draft.apply(name + ".yaml", manifest);
            }
        }
    }

    /** A roll-out to pods that never become ready, at times to no others, until it is rolled back. */
    private static void hang(Draft draft, String name) {
        boolean hasNoOthers = draft.isOneIn(2);
        if (hasNoOthers) {
            draft.kubectl("scale", "deployment/" + name, "--replicas=0");
            draft.pause();
        }
        String annotation = "{\"behavior.wavetank.dev/main\":\"readiness fails from 0s to 1h\"}";
        String template = "{\"metadata\":{\"annotations\":" + annotation + "}}";
        draft.kubectl(Templates.patch(
                "deployment", name, "{\"spec\":{\"progressDeadlineSeconds\":20,\"template\":" + template + "}}"));
        if (hasNoOthers) {
            draft.kubectl("scale", "deployment/" + name, "--replicas=" + draft.between(2, 6));
        }
        draft.rest();
        draft.rest();
        draft.kubectl("rollout", "undo", "deployment/" + name);
        // Where no old revision is kept, nothing is undone.
        draft.rest();
        String healthy = "{\"metadata\":{\"annotations\":{\"behavior.wavetank.dev/main\":null}}}";
        draft.kubectl(Templates.patch("deployment", name, "{\"spec\":{\"template\":" + healthy + "}}"));
    }
}
