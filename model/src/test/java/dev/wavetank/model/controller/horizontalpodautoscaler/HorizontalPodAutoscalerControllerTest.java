package dev.wavetank.model.controller.horizontalpodautoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler;
import dev.wavetank.model.controller.BatchRun;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        BatchRun run = new BatchRun(KubernetesVersion.V1_32)
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

    @ParameterizedTest
    @CsvSource({
        "cpu-utilization, abc, 'a percentage such as 80'",
        "cpu-utilization, -5, 'a percentage that is not negative'",
        "cpu-load, abc, 'a quantity such as 900m or 2'",
    })
    void a_metric_that_cannot_be_read_is_told_and_changes_nothing(String metric, String value, String expected) {
        BatchRun run = run("wavetank.dev/" + metric + ": \"" + value + "\"", "", 3);

        assertThat(replicas(run)).isEqualTo(2);
        assertThat(run.events("HorizontalPodAutoscaler"))
                .anyMatch(event -> event.startsWith(
                                "Warning FailedGetResourceMetric annotation wavetank.dev/" + metric + " of pod ")
                        && event.endsWith(" must be " + expected + ", was '" + value + "'"));
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
        BatchRun run = new BatchRun(KubernetesVersion.V1_32)
                .apply(
                        VirtualTime.SECOND,
                        deployment("wavetank.dev/cpu-load: 300m").replace(", resources: {requests: {cpu: 100m}}", ""))
                .apply(2 * VirtualTime.SECOND, autoscaler(""))
                .runFor(3 * VirtualTime.MINUTE, 7);

        assertThat(replicas(run)).isEqualTo(2);
        assertThat(conditions(run)).contains("ScalingActive=False FailedGetResourceMetric");
        assertThat(run.events("HorizontalPodAutoscaler"))
                .anyMatch(event -> event.matches("Warning FailedComputeMetricsReplicas invalid metrics \\(1 invalid out"
                        + " of 1\\), first error is: failed to get cpu resource metric value: failed to get cpu"
                        + " utilization: missing request for cpu in container c of Pod web-.*"));
    }

    @Test
    void release_1_20_has_shorter_texts_and_reads_autoscalers_of_version_one() {
        String manifest = """
                apiVersion: autoscaling/v1
                kind: HorizontalPodAutoscaler
                metadata: {name: web}
                spec:
                  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
                  maxReplicas: 10
                  targetCPUUtilizationPercentage: 50
                """;
        BatchRun failing = new BatchRun(KubernetesVersion.V1_20)
                .apply(
                        VirtualTime.SECOND,
                        deployment("wavetank.dev/cpu-load: 300m").replace(", resources: {requests: {cpu: 100m}}", ""))
                .apply(2 * VirtualTime.SECOND, manifest)
                .runFor(3 * VirtualTime.MINUTE, 7);
        assertThat(failing.events("HorizontalPodAutoscaler"))
                .contains("Warning FailedGetResourceMetric failed to get cpu utilization: missing request for cpu")
                .contains("Warning FailedComputeMetricsReplicas invalid metrics (1 invalid out of 1), first error is:"
                        + " failed to get cpu utilization: missing request for cpu");

        BatchRun scaled = new BatchRun(KubernetesVersion.V1_20)
                .apply(VirtualTime.SECOND, deployment("wavetank.dev/cpu-load: 300m"))
                .apply(2 * VirtualTime.SECOND, manifest)
                .runFor(12 * VirtualTime.MINUTE, 7);
        assertThat(replicas(scaled)).isEqualTo(6);
    }

    /** An autoscaler that follows one metric, with an annotation of its own. */
    private static BatchRun follow(String load, String annotation, String metric, long minutes) {
        String manifest = autoscaler("")
                .replace("{name: web}\nspec", "{name: web, annotations: {" + annotation + "}}\nspec")
                .replaceAll("- \\{type: Resource.*", "- " + metric);
        return new BatchRun(KubernetesVersion.V1_32)
                .apply(VirtualTime.SECOND, deployment(load))
                .apply(2 * VirtualTime.SECOND, manifest)
                .runFor(minutes * VirtualTime.MINUTE, 7);
    }

    private static HorizontalPodAutoscaler.Status status(BatchRun run) {
        assertThat(run.errors()).allSatisfy(error -> assertThat(error).isEmpty());
        return run.stored(Resources.HORIZONTAL_POD_AUTOSCALERS, HorizontalPodAutoscaler.class)
                .get(0)
                .status();
    }

    @Test
    void a_new_autoscaler_takes_the_present_number_for_a_recommendation() {
        BatchRun early = run("wavetank.dev/cpu-load: 10m", "", 4);
        assertThat(replicas(early)).isEqualTo(2);
        assertThat(conditions(early)).contains("AbleToScale=True ScaleDownStabilized");
        assertThat(replicas(run("wavetank.dev/cpu-load: 10m", "", 8))).isEqualTo(1);
    }

    @Test
    void the_number_follows_what_pods_tell_about_themselves() {
        BatchRun run = follow(
                "wavetank.dev/requests-load: '90'",
                "",
                "{type: Pods, pods: {metric: {name: requests}, target: {type: AverageValue, averageValue: '15'}}}",
                6);

        assertThat(replicas(run)).isEqualTo(6);
        assertThat(run.events("HorizontalPodAutoscaler"))
                .anyMatch(event -> event.endsWith("reason: pods metric requests above target"));
        assertThat(status(run).currentMetrics())
                .hasToString("[{type=Pods, pods={metric={name=requests}, current={averageValue=15}}}]");
    }

    @Test
    void the_number_follows_one_container_of_each_pod() {
        BatchRun run = follow(
                "wavetank.dev/c.cpu-load: 250m",
                "",
                "{type: ContainerResource, containerResource: {name: cpu, container: c, target: {type: Utilization,"
                        + " averageUtilization: 50}}}",
                10);

        assertThat(replicas(run)).isEqualTo(5);
        assertThat(run.events("HorizontalPodAutoscaler"))
                .anyMatch(event -> event.endsWith(
                        "reason: cpu container resource utilization (percentage of request) above target"));
    }

    @Test
    void the_number_follows_an_object_and_the_world_outside() {
        BatchRun object = follow(
                "",
                "wavetank.dev/object-hits: 4k",
                "{type: Object, object: {describedObject: {apiVersion: v1, kind: Service, name: web}, metric: {name:"
                        + " hits}, target: {type: Value, value: 2k}}}",
                1);
        BatchRun world = follow(
                "",
                "wavetank.dev/external-queue: '70'",
                "{type: External, external: {metric: {name: queue, selector: {matchLabels: {of: web}}}, target: {type:"
                        + " AverageValue, averageValue: '10'}}}",
                5);

        assertThat(object.events("HorizontalPodAutoscaler"))
                .contains("Normal SuccessfulRescale New size: 4; reason: Service metric hits above target");
        assertThat(replicas(world)).isEqualTo(7);
        assertThat(world.events("HorizontalPodAutoscaler"))
                .anyMatch(event -> event.endsWith("reason: external metric queue(&LabelSelector{MatchLabels:"
                        + "map[string]string{of: web,},MatchExpressions:[]LabelSelectorRequirement{},}) above target"));
        assertThat(status(world).currentMetrics().get(0).toString()).contains("averageValue=10");
    }

    @Test
    void a_metric_that_nobody_measures_is_told_with_the_texts_of_the_real_controller() {
        BatchRun run = follow(
                "", "", "{type: External, external: {metric: {name: queue}, target: {type: Value, value: '10'}}}", 1);
        String why = "unable to get external metric default/queue/nil: no metrics returned from external metrics API";

        assertThat(run.events("HorizontalPodAutoscaler"))
                .containsExactly(
                        "Warning FailedGetExternalMetric " + why,
                        "Warning FailedComputeMetricsReplicas invalid metrics (1 invalid out of 1), first error is:"
                                + " failed to get queue external metric value: failed to get external metric queue: "
                                + why);
        assertThat(status(run).conditions())
                .filteredOn(condition -> condition.type().equals("ScalingActive"))
                .extracting(HorizontalPodAutoscaler.Condition::message)
                .containsExactly("the HPA was unable to compute the replica count: " + why);
    }

    @Test
    void two_autoscalers_of_the_same_pods_stand_still() {
        BatchRun run = new BatchRun(KubernetesVersion.V1_32)
                .apply(VirtualTime.SECOND, deployment("wavetank.dev/cpu-load: 300m"))
                .apply(2 * VirtualTime.SECOND, autoscaler("").replace("{name: web}\nspec", "{name: one}\nspec"))
                .apply(2 * VirtualTime.SECOND, autoscaler("").replace("{name: web}\nspec", "{name: two}\nspec"))
                .runFor(3 * VirtualTime.MINUTE, 7);

        assertThat(run.events("HorizontalPodAutoscaler"))
                .contains("Warning AmbiguousSelector pods by selector app=web are controlled by multiple HPAs:"
                        + " [default/one default/two]");
        assertThat(replicas(run)).isLessThan(6);
    }

    @Test
    void the_server_completes_behavior_and_refuses_metrics_without_a_target() {
        BatchRun run = run("", "behavior: {scaleDown: {selectPolicy: Min}}", 1);
        HorizontalPodAutoscaler stored = run.stored(Resources.HORIZONTAL_POD_AUTOSCALERS, HorizontalPodAutoscaler.class)
                .get(0);
        assertThat(stored.spec().behavior().scaleUp().policies()).hasSize(2);
        assertThat(stored.spec().behavior().scaleDown().stabilizationWindowSeconds())
                .isNull();

        BatchRun refused = follow("", "", "{type: Pods, pods: {metric: {name: hits}, target: {type: Value}}}", 1);
        assertThat(refused.errors())
                .last()
                .asString()
                .contains("spec.metrics[0].pods.target.averageValue: Required"
                        + " value: must specify a positive target averageValue");
    }

    @Test
    void nothing_is_scaled_twice_when_the_controller_crashes_after_any_of_its_requests() {
        for (int nth = 1; nth <= 8; nth++) {
            BatchRun run = new BatchRun(KubernetesVersion.V1_32)
                    .apply(VirtualTime.SECOND, deployment("wavetank.dev/cpu-load: 300m"))
                    .apply(2 * VirtualTime.SECOND, autoscaler(""))
                    .fault("{kind: componentCrash, component: kube-controller-manager, for: 5s, after: {component:"
                            + " horizontal-pod-autoscaler, nth: " + nth + "}}")
                    .runFor(12 * VirtualTime.MINUTE, nth);

            assertThat(replicas(run)).as("crash at request %d", nth).isEqualTo(6);
        }
    }
}
