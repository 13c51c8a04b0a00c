package dev.wavetank.properties.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.yaml.YamlReader;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioRun;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.liveness.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pod whose own probe fails for ever is not ready, and nothing of the cluster is broken. */
class ProbeObstaclesTest {

    private static final String FAILED = "Readiness probe failed: HTTP probe failed with statuscode: 404";

    private final ProbeObstacles probes = new ProbeObstacles();

    /** Hollow nodes write no Events. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_readiness_probe_that_fails_for_ever_is_an_obstacle(boolean isHollow) {
        RunResult run = ScenarioRun.of(ScenarioCodec.read("probe", """
                cluster: {nodes: 1, settings: {kubelet.hollow: "%s"}}
                timeline: [{at: 0s, kubectl: apply -f pods.yaml}]
                files:
                  pods.yaml: |
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: file}
                    spec: {containers: [{name: c, image: nginx, readinessProbe: {exec: {command: [cat, /nope]}}}]}
                    ---
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: late}
                    spec: {containers: [{name: c, image: nginx, readinessProbe: {exec: {command: [sleep, "5"]}}}]}
                    ---
                    apiVersion: apps/v1
                    kind: Deployment
                    metadata: {name: web}
                    spec:
                      selector: {matchLabels: {app: web}}
                      template:
                        metadata: {labels: {app: web}}
                        spec: {containers: [{name: c, image: nginx, readinessProbe: {exec: {command: [cat, /gone]}}}]}
                """.formatted(isHollow)), 1, ClusterParts.DEFAULT);

        assertThat(run.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(run.unknowns())
                .anySatisfy(unknown -> assertThat(unknown)
                        .startsWith("Convergence: ")
                        .contains(
                                "replicaset/default/web-",
                                "container c of pod default/file is not ready: Readiness probe failed: cat: ",
                                "container c of pod default/late is not ready: Readiness probe failed:",
                                "/gone"));
    }

    @Test
    void a_failure_that_is_not_reported_again_is_none() {
        Pod pod = pod(false);
        probes.observe(pod, false, 0);
        probes.observe(event(FAILED), VirtualTime.SECOND);

        assertThat(probes.of(pod, 10 * VirtualTime.MINUTE))
                .contains("container c of pod default/web is not ready: " + FAILED);
        assertThat(probes.ofPodsOf("set", 10 * VirtualTime.MINUTE)).isPresent();
        assertThat(probes.ofPodsOf("another", 10 * VirtualTime.MINUTE)).isEmpty();
        assertThat(probes.of(pod, 11 * VirtualTime.MINUTE)).isEmpty();
    }

    @Test
    void a_container_that_ends_again_and_again_is_an_obstacle_while_it_runs_too() {
        Pod pod = restarted(1);
        probes.observe(pod, false, 0);
        assertThat(probes.of(pod, 0)).isEmpty();

        probes.observe(restarted(2), false, VirtualTime.SECOND);
        assertThat(probes.of(restarted(2), 10 * VirtualTime.MINUTE))
                .contains("container c of pod default/web is not ready: it ended with exit code 3");
        assertThat(probes.of(restarted(2), 11 * VirtualTime.MINUTE)).isEmpty();

        probes.observe(event("Startup probe failed: 404"), 11 * VirtualTime.MINUTE);
        probes.observe(restarted(3), false, 20 * VirtualTime.MINUTE);
        assertThat(probes.of(restarted(3), 30 * VirtualTime.MINUTE))
                .contains("container c of pod default/web is not ready: Startup probe failed: 404");
    }

    @Test
    void a_liveness_probe_and_a_probe_of_a_container_that_is_ready_do_not_count() {
        Pod pod = pod(true);
        probes.observe(pod, false, 0);
        probes.observe(event(FAILED), VirtualTime.SECOND);
        assertThat(probes.of(pod, VirtualTime.SECOND)).isEmpty();

        Pod unready = pod(false);
        ProbeObstacles alive = new ProbeObstacles();
        alive.observe(unready, false, 0);
        alive.observe(event("Liveness probe failed: "), VirtualTime.SECOND);
        assertThat(alive.of(unready, VirtualTime.SECOND)).isEmpty();
    }

    private static Pod pod(boolean isContainerReady) {
        return pod("ready: " + isContainerReady);
    }

    private static Pod restarted(int times) {
        return pod("ready: false, restartCount: " + times + ", lastState: {terminated: {exitCode: 3}}");
    }

    private static Pod pod(String container) {
        return (Pod) object("""
                apiVersion: v1
                kind: Pod
                metadata:
                  name: web
                  namespace: default
                  uid: u
                  ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web, uid: set, controller: true}]
                spec: {nodeName: one, containers: [{name: c, readinessProbe: {httpGet: {port: 80}}}]}
                status: {phase: Running, containerStatuses: [{name: c, %s}]}
                """.formatted(container));
    }

    private static ReportedEvent event(String message) {
        return new ReportedEvent("u", "spec.containers{c}", "Unhealthy", message);
    }

    private static KubernetesObject object(String text) {
        return new ObjectCodec().decode(YamlReader.read("object", text).get(0).root());
    }
}
