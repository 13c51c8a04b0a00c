package dev.wavetank.properties.generate;

import dev.wavetank.sim.VirtualTime;

/**
 * A namespace with rules of its own: a limit range with defaults and bounds, an account without a token, and pods that
 * keep the rules, break them, or say themselves what they would be given.
 */
final class HouseRulesTheme implements Theme {

    private static final int OPERATIONS_MAX = 5;
    /** How long servers need to know the rules, even old ones that ask etcd now and then. */
    private static final long SETTLED = 40 * VirtualTime.SECOND;

    @Override
    public void draw(Draft draft, String id) {
        String name = "house-" + id;
        draft.beginAtOnce();
        draft.kubectl("create", "namespace", name);
        draft.apply(name + ".yaml", rules(draft, name));
        if (draft.isOneIn(3) && draft.serves("PriorityClass")) {
            draft.apply(
                    name + "-rank.yaml",
                    "{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: " + name
                            + "}, value: 7, globalDefault: " + draft.isOneIn(2)
                            + draft.pick("", ", preemptionPolicy: Never")
                            + "}\n");
        }
        if (draft.isOneIn(3)) {
            draft.kubectl("create", "quota", "house", "--hard=limits.cpu=4,pods=" + draft.between(5, 9), "-n", name);
        }
        draft.after(SETTLED);
        for (int i = draft.between(2, OPERATIONS_MAX); i > 0; i--) {
            draft.apply("guest-" + id + i + ".yaml", guest(draft, name, "guest-" + id + i));
            if (draft.isOneIn(2)) {
                draft.pause();
            }
        }
        if (draft.isOneIn(3)) {
            draft.apply(name + ".yaml", rules(draft, name));
            draft.rest();
            draft.apply("late-" + id + ".yaml", guest(draft, name, "late-" + id));
        }
    }

    private static String rules(Draft draft, String namespace) {
        String bounds = draft.pick(
                "default: {cpu: 300m}, defaultRequest: {cpu: 100m}",
                "max: {cpu: 500m}, default: {cpu: 400m}, defaultRequest: {cpu: 200m}",
                "max: {cpu: 500m}, min: {cpu: 100m}",
                "min: {memory: 64Mi}, max: {memory: 256Mi}, defaultRequest: {memory: 128Mi}",
                "default: {cpu: 400m}, defaultRequest: {cpu: 200m}, maxLimitRequestRatio: {cpu: '2'}");
        return "---\n{apiVersion: v1, kind: LimitRange, metadata: {name: house, namespace: " + namespace
                + "}, spec: {limits: [{type: Container, " + bounds + "}]}}\n"
                + "---\n{apiVersion: v1, kind: ServiceAccount, metadata: {name: guest, namespace: " + namespace
                + "}, automountServiceAccountToken: " + draft.isOneIn(3) + ", imagePullSecrets: [{name: door}]}\n";
    }

    private static String guest(Draft draft, String namespace, String name) {
        String resources = draft.pick(
                "",
                ", resources: {requests: {cpu: 200m, memory: 64Mi}}",
                ", resources: {limits: {cpu: 200m, memory: 256Mi}}",
                ", resources: {requests: {cpu: 100m}, limits: {cpu: 500m}}",
                ", resources: {requests: {memory: 32Mi}, limits: {memory: 512Mi}}");
        String account = draft.pick("", "serviceAccountName: guest, ", "serviceAccountName: guest, ")
                + draft.pick("", "", "automountServiceAccountToken: true, ", "automountServiceAccountToken: false, ");
        String init = draft.isOneIn(4) ? "initContainers: [{name: first, image: busybox, command: [\"true\"]}], " : "";
        String spec = account
                + tolerations(draft)
                + init
                + Templates.server(draft.pick("app:1", "app", "app:latest"), resources);
        if (draft.isOneIn(3)) {
            return "{apiVersion: apps/v1, kind: Deployment, metadata: {name: " + name + ", namespace: " + namespace
                    + "}, spec: {replicas: 2, selector: {matchLabels: {app: " + name + "}}, template: "
                    + Templates.template(name, spec) + "}}\n";
        }
        return "{apiVersion: v1, kind: Pod, metadata: {name: " + name + ", namespace: " + namespace + "}, spec: {"
                + spec + "}}\n";
    }

    private static String tolerations(Draft draft) {
        return switch (draft.between(0, 7)) {
            case 0 -> "tolerations: [{operator: Exists}], ";
            case 1 -> "tolerations: [{operator: Exists, effect: NoSchedule}], ";
            case 2 ->
                "tolerations: [{key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute,"
                        + " tolerationSeconds: 20}], ";
            case 3 -> "tolerations: [{key: node.kubernetes.io/unreachable, operator: Exists}], ";
            default -> "";
        };
    }
}
