package dev.wavetank.properties.generate;

/** A namespace with a quota and workloads that do not fit into it at times; it is deleted, and made again. */
final class NamespaceTheme implements Theme {

    @Override
    public void draw(Draft draft, String id) {
        String name = "team-" + id;
        draft.begin();
        draft.kubectl("create", "namespace", name);
        if (draft.isOneIn(2)) {
            draft.kubectl("create", "quota", "room", "--hard=pods=" + draft.between(2, 6), "-n", name);
            draft.pause();
        }
        draft.kubectl("create", "configmap", "conf", "--from-literal=a=b", "-n", name);
        draft.kubectl(create(draft, name));
        int operations = draft.between(1, 4);
        for (int i = 0; i < operations; i++) {
            draft.pause();
            if (draft.isOneIn(3)) {
                draft.kubectl("delete", "pods", "--all", "--wait=false", "-n", name);
            } else {
                draft.kubectl("scale", "deployment/app", "--replicas=" + draft.between(0, 8), "-n", name);
            }
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

    private static String[] create(Draft draft, String namespace) {
        return new String[] {
            "create", "deployment", "app", "--image=nginx", "--replicas=" + draft.between(1, 5), "-n", namespace
        };
    }
}
