package dev.wavetank.properties.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.liveness.Outcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Convergence speaks of every kind of workload. */
class EveryWorkloadTest {

    private static final String HUGE = "spec: {containers: [{name: c, image: i, resources: {requests: {cpu: 1000}}}]}";
    private static final String PLAIN = "spec: {containers: [{name: c, image: i}]}";
    private static final String SELECTED = "selector: {matchLabels: {a: b}}";

    private static final Map<String, String> MANIFESTS = Map.of(
            "Pod",
            "{apiVersion: v1, kind: Pod, metadata: {name: x}, %s}",
            "ReplicationController",
            "{apiVersion: v1, kind: ReplicationController, metadata: {name: x}, spec: {replicas: 1, selector: {a: b},"
                    + " template: {metadata: {labels: {a: b}}, %s}}}",
            "StatefulSet",
            "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: x}, spec: {serviceName: x, " + SELECTED
                    + ", template: {metadata: {labels: {a: b}}, %s}}}",
            "Deployment",
            "{apiVersion: apps/v1, kind: Deployment, metadata: {name: x}, spec: {" + SELECTED
                    + ", template: {metadata: {labels: {a: b}}, %s}}}",
            "DaemonSet",
            "{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: x}, spec: {" + SELECTED
                    + ", template: {metadata: {labels: {a: b}}, %s}}}",
            "Job",
            "{apiVersion: batch/v1, kind: Job, metadata: {name: x}, spec: {template: %s}}",
            "PersistentVolumeClaim",
            "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: x}, spec: {accessModes: [ReadWriteOnce],"
                    + " resources: {requests: {storage: 1Gi}}}}");

    @ParameterizedTest
    @CsvSource({"Pod", "ReplicationController", "StatefulSet", "Deployment", "DaemonSet", "Job"})
    void without_room_it_is_unknown_in_the_words_of_the_scheduler(String kind) {
        RunResult result = run(kind, HUGE, Map.of());

        assertThat(result.violations()).isEmpty();
        assertThat(result.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(result.unknowns())
                .singleElement()
                .asString()
                .startsWith("Convergence: ")
                .containsPattern("0/[12] nodes are available: ");
    }

    @ParameterizedTest
    @CsvSource({"Pod", "ReplicationController", "StatefulSet", "Deployment", "DaemonSet", "Job"})
    void with_room_it_is_as_wanted(String kind) {
        RunResult result = run(kind, PLAIN, Map.of());

        assertThat(result.outcome()).isEqualTo(Outcome.HELD);
        assertThat(result.podsByPhase()).hasSize(1).doesNotContainKey("Pending");
    }

    @ParameterizedTest
    @CsvSource({
        "ReplicationController,replicationcontroller-controller,replicationcontroller/default/x",
        "StatefulSet,statefulset-controller,statefulset/default/x",
        "DaemonSet,daemonset-controller,daemonset/default/x",
        "Job,job-controller,job/default/x"
    })
    void one_that_its_controller_neglects_is_broken(String kind, String controller, String object) {
        RunResult result = run(kind, PLAIN, Map.of("kube-controller-manager.controllers", "*,-" + controller));

        assertThat(result.violations())
                .filteredOn(violation -> violation.invariant().equals("Convergence"))
                .singleElement()
                .satisfies(violation -> assertThat(violation.object()).isEqualTo(object));
    }

    @Test
    void a_claim_without_a_volume_is_unknown_in_the_words_of_the_binder() {
        RunResult result = run("PersistentVolumeClaim", "", Map.of());

        assertThat(result.violations()).isEmpty();
        assertThat(result.unknowns())
                .containsExactly("Convergence: persistentvolumeclaim/default/x does not match its desired state: is"
                        + " Pending, expected Bound; no persistent volumes available for this claim and no storage"
                        + " class is set");
    }

    @Test
    void a_pod_for_another_scheduler_is_unknown() {
        RunResult result = run("Pod", "spec: {schedulerName: mine, containers: [{name: c, image: i}]}", Map.of());

        assertThat(result.unknowns())
                .singleElement()
                .asString()
                .endsWith("; pod default/x waits for the scheduler mine");
    }

    private static RunResult run(String kind, String pod, Map<String, String> settings) {
        String manifest = MANIFESTS.get(kind).formatted(kind.equals("Job") ? ofJob(pod) : pod);
        ClusterSpec cluster = new ClusterSpec(
                kind.equals("DaemonSet") ? 1 : 2,
                ClusterSpec.DEFAULT.nodeCapacity(),
                KubernetesVersion.DEFAULT,
                settings);
        Scenario scenario = new Scenario(
                kind,
                cluster,
                List.of(new Command(0, List.of("apply", "-f", "x.yaml"))),
                Map.of("x.yaml", manifest),
                FaultPlan.NONE,
                VirtualTime.HOUR);
        return ScenarioRun.of(scenario, 1, ClusterParts.DEFAULT);
    }

    private static String ofJob(String pod) {
        return "{" + pod.replace("{containers", "{restartPolicy: Never, containers") + "}";
    }
}
