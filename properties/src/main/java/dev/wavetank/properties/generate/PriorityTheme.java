package dev.wavetank.properties.generate;

import java.util.List;

/**
 * More pods than there is room for, of several priorities and sizes, one of which waits rather than to drive others
 * out, and one that a budget protects.
 */
final class PriorityTheme implements Theme {

    private static final int OPERATIONS_MAX = 6;

    @Override
    public List<String> kinds() {
        return List.of("PriorityClass");
    }

    @Override
    public void draw(Draft draft, String id) {
        draft.capacity("cpu", "2");
        draft.capacity("memory", "8Gi");
        draft.capacity("pods", draft.pick("8", "110"));
        draft.begin();
        draft.apply("classes-" + id + ".yaml", classes(id));
        draft.apply("base-" + id + ".yaml", deployment(draft, "base-" + id, "", draft.between(3, 9)));
        if (draft.isOneIn(2)) {
            draft.kubectl(
                    "create",
                    "poddisruptionbudget",
                    "base-" + id,
                    "--selector=app=base-" + id,
                    "--min-available=" + draft.between(1, 3));
        }
        for (int i = draft.between(2, OPERATIONS_MAX); i > 0; i--) {
            if (draft.isOneIn(2)) {
                draft.pause();
            }
            operate(draft, id, i);
        }
    }

    private static String classes(String id) {
        StringBuilder all = new StringBuilder();
        int value = 100;
        for (String name : new String[] {"low", "middle", "high"}) {
            all.append(priorityClass(name + "-" + id, value, ""));
            value *= 10;
        }
        return all.append(priorityClass("polite-" + id, value, ", preemptionPolicy: Never"))
                .toString();
    }

    private static String priorityClass(String name, int value, String more) {
        return "---\n{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: " + name + "}, value: "
                + value + more + "}\n";
    }

    private static String deployment(Draft draft, String name, String priorityClass, int replicas) {
        String priority = priorityClass.isEmpty() ? "" : "priorityClassName: " + priorityClass + ", ";
        String requests = "requests: {cpu: " + draft.pick("300m", "600m", "900m") + ", memory: 100Mi}";
        String spec = "terminationGracePeriodSeconds: " + draft.between(1, 8) + ", " + priority
                + Templates.server("app:1", ", resources: {" + requests + "}");
        return Templates.object(
                "apps/v1",
                "Deployment",
                name,
                "replicas: " + replicas + ", selector: {matchLabels: {app: " + name + "}}, template: "
                        + Templates.template(name, spec));
    }

    private static void operate(Draft draft, String id, int number) {
        if (draft.isOneIn(4)) {
            draft.kubectl("scale", "deployment/base-" + id, "--replicas=" + draft.between(0, 9));
            return;
        }
        String priority = draft.pick("low", "middle", "high", "polite");
        String name = priority + number + "-" + id;
        draft.apply(name + ".yaml", deployment(draft, name, priority + "-" + id, draft.between(1, 3)));
    }
}
