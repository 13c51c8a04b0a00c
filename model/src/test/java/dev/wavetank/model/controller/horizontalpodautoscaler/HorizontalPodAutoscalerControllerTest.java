package dev.wavetank.model.controller.horizontalpodautoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler;
import dev.wavetank.model.controller.BatchRun;
import dev.wavetank.model.scenario.Profile;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Autoscalers in a whole cluster. */
class HorizontalPodAutoscalerControllerTest {

    private static String deployment(String load) {
        return """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: web}
                spec:
                  replicas: 2
                  selector: {matchLabels: {app: web}}
                  template:
                    metadata:
                      labels: {app: web}
                      annotations: {%s}
                    spec:
                      containers:
                      - {name: c, image: nginx, resources: {requests: {cpu: 100m}}}
                """.formatted(load);
    }

    private static String autoscaler(String more) {
        return """
                apiVersion: autoscaling/v2
                kind: HorizontalPodAutoscaler
                metadata: {name: web}
                spec:
                  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
                  minReplicas: 1
                  maxReplicas: 10
                  metrics:
                  - {type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}}
                  %s
                """.formatted(more);
    }

    private static BatchRun run(String load, String more, long minutes) {
        BatchRun run = new BatchRun(Profile.V1_32)
                .apply(VirtualTime.SECOND, deployment(load))
                .apply(2 * VirtualTime.SECOND, autoscaler(more))
                .runFor(minutes * VirtualTime.MINUTE, 7);
        assertThat(run.errors()).allSatisfy(error -> assertThat(error).isEmpty());
        return run;
    }

    private static int replicas(BatchRun run) {
        return run.stored(Resources.DEPLOYMENTS, Deployment.class).get(0).spec().replicas();
    }

    private static List<String> conditions(BatchRun run) {
        return run
                .stored(Resources.HORIZONTAL_POD_AUTOSCALERS, HorizontalPodAutoscaler.class)
                .get(0)
                .status()
                .conditions()
                .stream()
                .map(condition -> condition.type() + "=" + condition.status() + " " + condition.reason())
                .toList();
    }

    @Test
    void the_number_grows_until_the_load_is_shared() {
        BatchRun run = run("wavetank.dev/cpu-load: 300m", "", 12);

        assertThat(replicas(run)).isEqualTo(6);
        assertThat(run.events("HorizontalPodAutoscaler"))
                .anyMatch(event -> event.matches("Normal SuccessfulRescale New size: [0-9]+; reason:"
                        + " cpu resource utilization \\(percentage of request\\) above target"));
        assertThat(conditions(run))
                .containsExactly(
                        "AbleToScale=True ReadyForNewScale",
                        "ScalingActive=True ValidMetricFound",
                        "ScalingLimited=False DesiredWithinRange");
    }

    @Test
    void the_number_is_never_above_the_greatest() {
        BatchRun run = run("wavetank.dev/cpu-utilization: '200'", "", 15);

        assertThat(replicas(run)).isEqualTo(10);
        assertThat(conditions(run)).contains("ScalingLimited=True TooManyReplicas");
    }

    @Test
    void the_number_shrinks_only_after_the_window() {
        assertThat(replicas(run(
                        "wavetank.dev/cpu-load: 10m",
                        "behavior: {scaleDown: {policies: [{type: Pods, value: 1,"
                                + " periodSeconds: 60}], stabilizationWindowSeconds: 0}}",
                        3)))
                .isEqualTo(1);
        BatchRun disabled = run("wavetank.dev/cpu-load: 10m", "behavior: {scaleDown: {selectPolicy: Disabled}}", 8);
        assertThat(replicas(disabled)).isEqualTo(2);
    }

    @Test
    void without_requests_nothing_can_be_computed() {
        BatchRun run = new BatchRun(Profile.V1_32)
                .apply(
                        VirtualTime.SECOND,
                        deployment("wavetank.dev/cpu-load: 300m").replace(", resources: {requests: {cpu: 100m}}", ""))
                .apply(2 * VirtualTime.SECOND, autoscaler(""))
                .runFor(3 * VirtualTime.MINUTE, 7);

        assertThat(replicas(run)).isEqualTo(2);
        assertThat(conditions(run)).contains("ScalingActive=False FailedGetResourceMetric");
        assertThat(run.events("HorizontalPodAutoscaler"))
                .anyMatch(event -> event.matches("Warning FailedComputeMetricsReplicas invalid metrics \\(1 invalid out"
                        + " of 1\\), first error is: failed to get cpu utilization: missing request for cpu"
                        + " in container c of Pod web-.*"));
    }
}
