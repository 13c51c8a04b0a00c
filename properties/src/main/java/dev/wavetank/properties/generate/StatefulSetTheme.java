package dev.wavetank.properties.generate;

/** A StatefulSet: updates up to a partition, changes of its size, pods that go, references to owners that are gone. */
final class StatefulSetTheme implements Theme {

    private static final int OPERATIONS_MAX = 5;

    @Override
    public void draw(Draft draft, String id) {
        String name = "db-" + id;
        String template = Templates.template(name, Templates.server("db:1", Templates.readiness(draft)));
        draft.begin();
        draft.apply(
                name + ".yaml",
                Templates.object(
                        "apps/v1",
                        "StatefulSet",
                        name,
                        "serviceName: " + name + ", replicas: " + draft.between(1, 5) + ", revisionHistoryLimit: "
                                + draft.pick("0", "1", "2") + ", podManagementPolicy: "
                                + draft.pick("OrderedReady", "OrderedReady", "Parallel")
                                + ", updateStrategy: " + strategy(draft) + ", minReadySeconds: "
                                + draft.pick("0", "0", "4")
                                + ", selector: {matchLabels: {app: " + name + "}}, template: " + template));
        int operations = draft.between(1, OPERATIONS_MAX);
        for (int i = 0; i < operations; i++) {
            draft.pause();
            operate(draft, name, i + 2);
        }
    }

    private static String strategy(Draft draft) {
        return draft.isOneIn(4)
                ? "{type: OnDelete}"
                : "{rollingUpdate: {partition: " + draft.pick("0", "0", "1", "2") + "}}";
    }

    private static void operate(Draft draft, String name, int version) {
        String object = "statefulset/" + name;
        switch (draft.between(0, 8)) {
            case 0, 1 -> draft.kubectl("set", "image", object, "main=db:" + version);
            case 2, 3 -> draft.kubectl("scale", object, "--replicas=" + draft.between(0, 6));
            case 4 -> {
                String partition = "{\"spec\":{\"updateStrategy\":{\"rollingUpdate\":{\"partition\":"
                        + draft.between(0, 4) + "}}}}";
                draft.kubectl(Templates.patch("statefulset", name, partition));
                draft.kubectl("set", "image", object, "main=db:" + version);
            }
            case 5 -> draft.kubectl("delete", "pod", name + "-" + draft.between(0, 2), "--wait=false");
            case 6 -> draft.kubectl("label", "pod", name + "-0", "statefulset.kubernetes.io/pod-name-");
            case 7 -> {
                draft.kubectl("set", "image", object, "main=db:" + version);
                draft.rest();
                draft.kubectl("rollout", "undo", object);
            }
            default -> {
                String gone =
                        "[{\"op\":\"add\",\"path\":\"/metadata/ownerReferences/0\",\"value\":{\"apiVersion\":\"v1\","
                                + "\"kind\":\"ConfigMap\",\"name\":\"gone\","
                                + "\"uid\":\"11111111-2222-3333-4444-555555555555\"}}]";
                draft.kubectl("patch", "pod", name + "-0", "--type=json", "-p", gone);
            }
        }
    }
}
