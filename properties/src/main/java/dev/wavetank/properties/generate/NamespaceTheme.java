package dev.wavetank.properties.generate;

/**
 * A namespace with a quota and workloads that do not fit into it at times, and with accounts that are deleted; it is
 * deleted, and made again.
 */
final class NamespaceTheme implements Theme {

    @Override
    public void draw(Draft draft, String id) {
        String name = "team-" + id;
        draft.begin();
        draft.kubectl("create", "namespace", name);
        if (draft.isOneIn(2)) {
            draft.kubectl("create", "quota", "room", "--hard=pods=" + draft.between(2, 6), "-n", name);
            draft.pause();
            if (draft.isOneIn(3)) {
                String[] patch = Templates.patch("quota", "room", "{\"spec\":{\"hard\":{\"pods\":\"7\"}}}");
                draft.kubectl(patch[0], patch[1], patch[2], patch[3], patch[4], "-n", name);
            }
        }
        draft.kubectl("create", "configmap", "conf", "--from-literal=a=b", "-n", name);
        draft.kubectl(create(draft, name));
        int operations = draft.between(1, 4);
        for (int i = 0; i < operations; i++) {
            draft.pause();
            operate(draft, name);
        }
        if (draft.isOneIn(2)) {
            draft.pause();
            draft.kubectl("delete", "namespace", name, "--wait=false");
            draft.pause();
            draft.kubectl(create(draft, name));
            draft.rest();
            draft.kubectl("create", "namespace", name);
            draft.kubectl(create(draft, name));
        } else {
            draft.rest();
            draft.kubectl("scale", "deployment/app", "--replicas=" + draft.between(0, 2), "-n", name);
        }
    }

    private static void operate(Draft draft, String name) {
        switch (draft.between(0, 10)) {
            case 0, 1, 2 -> draft.kubectl("delete", "pods", "--all", "--wait=false", "-n", name);
            case 3 -> {
                draft.kubectl("create", "serviceaccount", "robot", "-n", name);
                draft.pause();
                draft.kubectl("delete", "serviceaccount", "default", "robot", "-n", name);
            }
            case 5 -> {
                String container =
                        "{\"name\":\"nginx\",\"lifecycle\":{\"preStop\":{\"exec\":{\"command\":[\"sleep\",\"20\"]}}}}";
                String spec = "{\"spec\":{\"template\":{\"spec\":{\"containers\":[" + container + "]}}}}";
                draft.kubectl("patch", "deployment", "app", "-p", spec, "-n", name);
            }
            case 6, 7 -> {
                // What has ended leaves its place in the quota to others.
                String job = "task-" + draft.between(1, 3);
                String end = draft.pick("exit 0", "exit 1", "sleep 5; exit 1", "sleep 9");
                draft.apply(
                        job + "-" + name + ".yaml",
                        "{apiVersion: batch/v1, kind: Job, metadata: {name: " + job + ", namespace: " + name
                                + "}, spec: {backoffLimit: " + draft.between(0, 2) + ", completions: "
                                + draft.between(1, 3) + ", template: {spec: {restartPolicy: Never, "
                                + Templates.shell(end) + "}}}}\n");
            }
            case 4 -> {
                if (draft.isOneIn(2)) {
                    draft.kubectl("delete", "configmap", "kube-root-ca.crt", "-n", name);
                } else {
                    String other = "{\"data\":{\"ca.crt\":\"none\"}}";
                    draft.kubectl("patch", "configmap", "kube-root-ca.crt", "-p", other, "-n", name);
                }
            }
            default -> draft.kubectl("scale", "deployment/app", "--replicas=" + draft.between(0, 8), "-n", name);
        }
    }

    private static String[] create(Draft draft, String namespace) {
        return new String[] {
            "create", "deployment", "app", "--image=nginx", "--replicas=" + draft.between(1, 5), "-n", namespace
        };
    }
}
