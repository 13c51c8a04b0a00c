package dev.wavetank.properties.generate;

import dev.wavetank.sim.VirtualTime;

/**
 * A user who lets the server try manifests before they are applied: values at their bounds, just beyond them, and
 * fields that do not go together. Nothing is stored.
 */
final class TrialTheme implements Theme {

    private static final int TRIALS_LEAST = 4;
    private static final int TRIALS_MOST = 9;
    private static final String OF_APP = "selector: {matchLabels: {app: %s}}, template: ";

    @Override
    public void draw(Draft draft, String id) {
        draft.begin();
        for (int i = draft.between(TRIALS_LEAST, TRIALS_MOST); i > 0; i--) {
            String name = "trial-" + id + "-" + i;
            draft.applyDryRun(name + ".yaml", manifest(draft, name));
            draft.after(draft.between(200, 2_000) * VirtualTime.MILLISECOND);
        }
    }

    private static String manifest(Draft draft, String name) {
        return switch (draft.between(0, 9)) {
            case 0, 1 -> Templates.object("apps/v1", "Deployment", name, deployment(draft, name));
            case 2 -> Templates.object("apps/v1", "StatefulSet", name, statefulSet(draft, name));
            case 3 -> Templates.object("batch/v1", "Job", name, job(draft));
            case 4 -> cronJob(draft, name);
            case 5 -> Templates.object("v1", "Service", name, service(draft, name));
            case 6 -> Templates.object("policy/v1", "PodDisruptionBudget", name, budget(draft, name));
            case 7 -> Templates.object("autoscaling/v2", "HorizontalPodAutoscaler", name, autoscaler(draft));
            case 8 -> Templates.object("v1", "LimitRange", name, limits(draft));
            default -> pod(draft, name);
        };
    }

    private static String template(String name, String more) {
        return Templates.template(name, more + Templates.server("app:1", ""));
    }

    private static String deployment(Draft draft, String name) {
        int ready = draft.between(0, 30);
        String field = switch (draft.between(0, 5)) {
            case 0, 1 -> "minReadySeconds: " + ready + ", progressDeadlineSeconds: " + (ready + draft.between(-1, 1));
            case 2 -> "replicas: " + draft.between(-1, 1);
            case 3 -> "revisionHistoryLimit: " + draft.between(-1, 1);
            case 4 ->
                "strategy: {rollingUpdate: {maxSurge: " + draft.pick("0", "1", "0%") + ", maxUnavailable: "
                        + draft.pick("0", "1", "0%", "100%", "101%") + "}}";
            default -> "strategy: {type: Recreate" + draft.pick("", ", rollingUpdate: {maxSurge: 1}") + "}";
        };
        return field + ", " + OF_APP.formatted(draft.isOneIn(6) ? "another" : name)
                + template(name, draft.pick("", "", "", "restartPolicy: Never, "));
    }

    private static String statefulSet(Draft draft, String name) {
        String field = draft.isOneIn(2)
                ? "podManagementPolicy: " + draft.pick("Parallel", "OrderedReady", "Unordered")
                : "updateStrategy: {rollingUpdate: {partition: " + draft.between(-1, 1) + "}}";
        return "serviceName: " + name + ", " + field + ", " + OF_APP.formatted(name) + template(name, "");
    }

    private static String job(Draft draft) {
        String field = switch (draft.between(0, 5)) {
            case 0 -> "backoffLimit: " + draft.between(-1, 1);
            case 1 -> "parallelism: " + draft.between(-1, 1);
            case 2 -> "ttlSecondsAfterFinished: " + draft.between(-1, 1);
            case 3 -> "activeDeadlineSeconds: " + draft.between(-1, 1);
            case 4 ->
                "completionMode: " + draft.pick("Indexed", "NonIndexed", "Sorted") + ", completions: 2"
                        + draft.pick("", ", backoffLimitPerIndex: " + draft.between(-1, 1));
            default ->
                "completionMode: Indexed, completions: 2, backoffLimitPerIndex: 1, maxFailedIndexes: "
                        + draft.between(1, 3);
        };
        return field + ", template: "
                + template("trial", "restartPolicy: " + draft.pick("Never", "Never", "OnFailure", "Always") + ", ");
    }

    private static String cronJob(Draft draft, String name) {
        String field = switch (draft.between(0, 3)) {
            case 0 -> "startingDeadlineSeconds: " + draft.between(-1, 1);
            case 1 -> "successfulJobsHistoryLimit: " + draft.between(-1, 1);
            case 2 -> "failedJobsHistoryLimit: " + draft.between(-1, 1);
            default -> "concurrencyPolicy: " + draft.pick("Allow", "Forbid", "Replace", "Queue");
        };
        String whole = draft.isOneIn(3) ? name + "-".repeat(51 - name.length()) + draft.pick("a", "ab") : name;
        return Templates.object(
                "batch/v1",
                "CronJob",
                whole,
                "schedule: '*/5 * * * *', " + field + ", jobTemplate: {spec: {template: "
                        + template("trial", "restartPolicy: Never, ") + "}}");
    }

    private static String service(Draft draft, String name) {
        String selector = "selector: {app: " + name + "}, ";
        return selector
                + switch (draft.between(0, 4)) {
                    case 0, 1 -> "ports: [{port: " + draft.pick("0", "1", "65535", "65536") + "}]";
                    case 2 -> "ports: [{port: 80" + draft.pick("", ", name: a") + "}, {port: 81, name: b}]";
                    case 3 -> "clusterIP: None, type: " + draft.pick("ClusterIP", "NodePort") + ", ports: [{port: 80}]";
                    default ->
                        "type: " + draft.pick("ClusterIP", "NodePort") + ", ports: [{port: 80"
                                + draft.pick("", ", nodePort: 31234") + "}]"
                                + draft.pick("", ", externalTrafficPolicy: Local");
                };
    }

    private static String budget(Draft draft, String name) {
        String share = draft.pick("0", "1", "100%", "101%", "-1");
        return "selector: {matchLabels: {app: " + name + "}}, "
                + switch (draft.between(0, 2)) {
                    case 0 -> "minAvailable: " + share;
                    case 1 -> "maxUnavailable: " + share;
                    default -> "minAvailable: 1, maxUnavailable: 1";
                };
    }

    private static String autoscaler(Draft draft) {
        int most = draft.between(1, 5);
        return "scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: trial}, minReplicas: "
                + (most + draft.between(-1, 1)) + ", maxReplicas: " + most
                + draft.pick(
                        "", ", behavior: {scaleDown: {stabilizationWindowSeconds: " + draft.between(3599, 3601) + "}}");
    }

    private static String limits(Draft draft) {
        int least = draft.between(1, 3);
        return "limits: [{type: Container, min: {cpu: " + least + "00m}, max: {cpu: " + (least + draft.between(-1, 2))
                + "00m}"
                + draft.pick("", ", defaultRequest: {cpu: " + draft.between(1, 4) + "00m}", ", default: {cpu: 200m}")
                + "}]";
    }

    private static String pod(Draft draft, String name) {
        String ofContainer = switch (draft.between(0, 6)) {
            case 0, 1 ->
                ", ports: [{" + draft.pick("containerPort", "containerPort: 80, hostPort") + ": "
                        + draft.pick("0", "1", "65535", "65536") + "}]";
            case 2 ->
                ", " + draft.pick("livenessProbe", "readinessProbe") + ": {successThreshold: " + draft.between(1, 2)
                        + ", httpGet: {path: /, port: 80}}";
            case 3 -> ", readinessProbe: {periodSeconds: " + draft.between(-1, 1) + ", httpGet: {path: /, port: 80}}";
            case 4 -> ", resources: {limits: {cpu: 200m}, requests: {cpu: " + draft.between(1, 3) + "00m}}";
            case 5 -> ", volumeMounts: [{name: " + draft.pick("data", "date") + ", mountPath: /data}]";
            default -> ", imagePullPolicy: " + draft.pick("Always", "Never", "Sometimes");
        };
        String ofPod = switch (draft.between(0, 5)) {
            case 0 -> "activeDeadlineSeconds: " + draft.between(0, 2) + ", ";
            case 1 ->
                "tolerations: [{key: a, operator: " + draft.pick("Exists", "Equal") + ", value: "
                        + draft.pick("b", "''")
                        + ", effect: " + draft.pick("NoExecute", "NoSchedule")
                        + draft.pick("", ", tolerationSeconds: 9") + "}], ";
            case 2 ->
                "topologySpreadConstraints: [{maxSkew: " + draft.between(0, 2)
                        + ", topologyKey: kubernetes.io/hostname, whenUnsatisfiable: DoNotSchedule, labelSelector:"
                        + " {matchLabels: {app: a}}}], ";
            case 3 -> "initContainers: [{name: " + draft.pick("first", "main") + ", image: app:1}], ";
            default -> "";
        };
        String label = "a".repeat(draft.between(62, 64));
        return "{apiVersion: v1, kind: Pod, metadata: {name: " + name + ", labels: {app: " + label + "}}, spec: {"
                + ofPod + "volumes: [{name: data, emptyDir: {}}], " + Templates.server("app:1", ofContainer) + "}}\n";
    }
}
