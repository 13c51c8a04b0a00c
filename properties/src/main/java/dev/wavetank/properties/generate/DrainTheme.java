package dev.wavetank.properties.generate;

/** A Service over pods that a budget protects, while nodes are drained one after the other. */
final class DrainTheme implements Theme {

    @Override
    public void draw(Draft draft, String id) {
        String name = "shop-" + id;
        int replicas = draft.between(2, 7);
        // A pod that takes long to end is still ready when the next one may be evicted.
        String hook = draft.isOneIn(2) ? Templates.hook(draft.between(6, 20)) : "";
        String template = Templates.template(
                name, Templates.server("shop:1", Templates.readiness(draft) + hook + ", ports: [{containerPort: 80}]"));
        draft.begin();
        draft.apply(
                name + ".yaml",
                Templates.object(
                        "apps/v1",
                        "Deployment",
                        name,
                        "replicas: " + replicas + ", selector: {matchLabels: {app: " + name + "}}, template: "
                                + template));
        draft.pause();
        draft.kubectl("expose", "deployment", name, "--port=80");
        String bound =
                draft.pick("--min-available=1", "--min-available=60%", "--max-unavailable=1", "--max-unavailable=30%");
        draft.kubectl("create", "poddisruptionbudget", name, "--selector=app=" + name, bound);
        int rounds = draft.between(1, 3);
        for (int i = 0; i < rounds; i++) {
            draft.rest();
            String node = draft.node();
            if (draft.isOneIn(6)) {
                draft.kubectl("delete", "node", node);
                continue;
            }
            draft.kubectl("drain", node, "--ignore-daemonsets", "--force", "--timeout=60s");
            if (draft.isOneIn(3)) {
                draft.pause();
                draft.kubectl("scale", "deployment/" + name, "--replicas=" + draft.between(2, 7));
            }
            if (draft.isOneIn(3)) {
                draft.kubectl("set", "image", "deployment/" + name, "main=shop:" + (i + 2));
            }
            draft.rest();
            draft.kubectl("uncordon", node);
            if (draft.isOneIn(4)) {
                String field = bound.startsWith("--min") ? "minAvailable" : "maxUnavailable";
                String amount = draft.pick("2", "\"50%\"");
                draft.kubectl(
                        Templates.patch("poddisruptionbudget", name, "{\"spec\":{\"" + field + "\":" + amount + "}}"));
            }
        }
    }
}
