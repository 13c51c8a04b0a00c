package dev.wavetank.properties.generate;

/** Pods whose requests and limits change in place: to what fits, to what fits later, and to what never does. */
final class ResizeTheme implements Theme {

    private static final int PODS_MAX = 3;
    private static final int RESIZES_MAX = 6;

    @Override
    public void draw(Draft draft, String id) {
        draft.begin();
        int pods = draft.between(1, PODS_MAX);
        for (int i = 1; i <= pods; i++) {
            draft.apply(name(id, i) + ".yaml", manifest(draft, name(id, i), i == 1));
        }
        for (int i = draft.between(2, RESIZES_MAX); i > 0; i--) {
            draft.pause();
            int one = draft.between(1, pods);
            if (one > 1 && draft.isOneIn(5)) {
                draft.kubectl("delete", "pod", name(id, one), "--wait=false", "--ignore-not-found");
            } else {
                resize(draft, name(id, one), one == 1);
            }
        }
    }

    private static String name(String id, int number) {
        return "sized-" + id + number;
    }

    /** The first one is guaranteed what it asks for. */
    private static String manifest(Draft draft, String name, boolean isGuaranteed) {
        String requests = "cpu: " + draft.pick("100m", "500m", "1500m") + ", memory: 128Mi";
        String resources =
                isGuaranteed ? "limits: {" + requests + "}" : "requests: {" + requests + "}, limits: {memory: 512Mi}";
        String policy = draft.pick(
                "",
                ", resizePolicy: [{resourceName: cpu, restartPolicy: RestartContainer}]",
                ", resizePolicy: [{resourceName: memory, restartPolicy: RestartContainer}]");
        return "{apiVersion: v1, kind: Pod, metadata: {name: " + name + ", labels: {app: " + name + "}}, spec: {"
                + Templates.server("app:1", policy + ", resources: {" + resources + "}") + "}}\n";
    }

    private static void resize(Draft draft, String name, boolean isGuaranteed) {
        String cpu = draft.pick("100m", "200m", "500m", "1", "2", "3500m", "50");
        String memory = draft.pick("128Mi", "192Mi", "256Mi");
        String amounts = "{\"cpu\":\"" + cpu + "\",\"memory\":\"" + memory + "\"}";
        draft.kubectl(
                "patch",
                "pod",
                name,
                "--subresource=resize",
                "-p",
                "{\"spec\":{\"containers\":[{\"name\":\"main\",\"resources\":{\"requests\":" + amounts
                        + (isGuaranteed ? ",\"limits\":" + amounts : "") + "}}]}}");
    }
}
