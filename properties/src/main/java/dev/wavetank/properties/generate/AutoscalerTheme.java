package dev.wavetank.properties.generate;

/** A Deployment that an autoscaler follows, under a load that changes, while users scale and roll out by hand. */
final class AutoscalerTheme implements Theme {

    private static final int OPERATIONS_MAX = 3;

    @Override
    public void draw(Draft draft, String id) {
        String name = "shop-hpa-" + id;
        draft.begin();
        draft.apply(name + ".yaml", deployment(draft, name));
        int least = draft.between(1, 3);
        String behavior = draft.isOneIn(2) ? "" : ", behavior: {" + behavior(draft) + "}";
        draft.apply(
                name + "-scaler.yaml",
                Templates.object(
                        "autoscaling/v2",
                        "HorizontalPodAutoscaler",
                        name,
                        "scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: " + name + "}, minReplicas: "
                                + least + ", maxReplicas: " + (least + draft.between(1, 8))
                                + ", metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization,"
                                + " averageUtilization: 50}}}]" + behavior));
        for (int i = draft.between(1, OPERATIONS_MAX); i > 0; i--) {
            draft.rest();
            draft.rest();
            switch (draft.between(0, 3)) {
                case 0 -> draft.kubectl("scale", "deployment/" + name, "--replicas=" + draft.between(0, 9));
                case 1 -> draft.kubectl("set", "image", "deployment/" + name, "main=shop:" + (i + 1));
                default -> draft.apply(name + ".yaml", deployment(draft, name));
            }
        }
    }

    private static String behavior(Draft draft) {
        String policies = "selectPolicy: " + draft.pick("Max", "Min")
                + ", policies: [{type: Pods, value: 1, periodSeconds: 15}, {type: Percent, value: 100, periodSeconds: "
                + draft.pick("15", "30") + "}]";
        return draft.pick(
                "scaleDown: {stabilizationWindowSeconds: 60}",
                "scaleUp: {" + policies + "}",
                "scaleUp: {" + policies + "}, scaleDown: {stabilizationWindowSeconds: 30, " + policies + "}",
                "scaleDown: {stabilizationWindowSeconds: 30, " + policies + "}");
    }

    private static String deployment(Draft draft, String name) {
        String load = draft.pick("60m", "105m", "160m", "250m", "400m", "900m");
        return Templates.object(
                "apps/v1",
                "Deployment",
                name,
                "selector: {matchLabels: {app: " + name + "}}, template: {metadata: {labels: {app: " + name
                        + "}, annotations: {wavetank.dev/cpu-load: " + load + "}}, spec: {"
                        + Templates.server("shop:1", ", resources: {requests: {cpu: 100m}}") + "}}");
    }
}
