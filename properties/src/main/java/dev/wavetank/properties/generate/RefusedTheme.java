package dev.wavetank.properties.generate;

/** Changes that the API refuses, or that undo themselves: immutable fields, namesakes, deletions in a hurry. */
final class RefusedTheme implements Theme {

    private static final int OPERATIONS_MAX = 6;

    @Override
    public void draw(Draft draft, String id) {
        String name = "fixed-" + id;
        draft.begin();
        draft.apply(name + ".yaml", workloads(draft, name));
        for (int i = draft.between(2, OPERATIONS_MAX); i > 0; i--) {
            draft.pause();
            operate(draft, name);
        }
    }

    private static String workloads(Draft draft, String name) {
        String server = Templates.server("app:1", Templates.readiness(draft));
        String selector = ", selector: {matchLabels: {app: " + name + "}}, template: ";
        String set = Templates.object(
                "apps/v1",
                "StatefulSet",
                name,
                "serviceName: " + name + ", replicas: " + draft.between(1, 3) + selector
                        + Templates.template(
                                name, "terminationGracePeriodSeconds: " + draft.between(2, 15) + ", " + server));
        String web = name + "-web";
        String deployment = Templates.object(
                "apps/v1",
                "Deployment",
                web,
                "replicas: " + draft.between(1, 4) + ", selector: {matchLabels: {app: " + web + "}}, template: "
                        + Templates.template(web, server));
        return "---\n" + set + "---\n" + deployment;
    }

    private static void operate(Draft draft, String name) {
        String web = name + "-web";
        String other = "{\"spec\":{\"selector\":{\"matchLabels\":{\"app\":\"other\"}},"
                + "\"template\":{\"metadata\":{\"labels\":{\"app\":\"other\"}}}}}";
        switch (draft.between(0, 8)) {
            case 0 -> draft.kubectl(Templates.patch("deployment", web, other));
            case 1 -> draft.kubectl(Templates.patch("statefulset", name, "{\"spec\":{\"serviceName\":\"other\"}}"));
            case 2 -> draft.kubectl(Templates.patch("pod", name + "-0", "{\"spec\":{\"restartPolicy\":\"Never\"}}"));
            case 3 -> {
                draft.kubectl("expose", "deployment", web, "--port=80");
                draft.pause();
                draft.kubectl(Templates.patch("service", web, "{\"spec\":{\"clusterIP\":\"10.96.7.7\"}}"));
            }
            case 4, 5 -> draft.kubectl("delete", "pod", name + "-0", "--force", "--grace-period=0");
            case 6 -> {
                draft.kubectl("delete", "pod", name + "-0", "--wait=false");
                draft.kubectl("delete", "pod", name + "-0", "--wait=false", "--grace-period=1");
            }
            case 7 -> {
                String label = draft.pick("\"team\":\"-a\"", "\"team\":\"a b\"", "\"a/b/c\":\"d\"", "\"\":\"d\"");
                String patch = "{\"metadata\":{\"labels\":{" + label + "}}}";
                draft.kubectl(
                        draft.isOneIn(2)
                                ? Templates.patch("deployment", web, patch)
                                : Templates.patch("statefulset", name, patch));
            }
            default -> {
                draft.kubectl("delete", "deployment", web, "--wait=false");
                draft.kubectl("create", "deployment", web, "--image=nginx", "--replicas=2");
            }
        }
    }
}
