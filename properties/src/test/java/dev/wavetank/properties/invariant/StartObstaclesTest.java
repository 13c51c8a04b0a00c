package dev.wavetank.properties.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.yaml.YamlReader;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioRun;
import dev.wavetank.sim.liveness.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pod that cannot start says why, and its user is not told that Kubernetes is broken. */
class StartObstaclesTest {

    @Test
    void a_network_that_refuses_its_configuration_is_an_obstacle() {
        RunResult run = ScenarioRun.of(ScenarioCodec.read("network", """
                cluster: {nodes: 1, settings: {container-runtime.cni-conf-dir: net.d}}
                timeline:
                - {at: 0s, kubectl: run web --image=nginx}
                files:
                  net.d/10.conf: |
                    {"cniVersion": "0.3.1", "name": "x", "type": "macvlan"}
                """), 1, ClusterParts.DEFAULT);

        assertThat(run.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(run.unknowns())
                .anySatisfy(unknown -> assertThat(unknown)
                        .startsWith("Convergence: ")
                        .contains("pod default/web waits: ", "failed to find plugin \"macvlan\""));
    }

    @Test
    void a_handler_that_no_runtime_has_is_an_obstacle() {
        RunResult run = ScenarioRun.of(ScenarioCodec.read("handler", """
                cluster: {nodes: 1}
                timeline:
                - {at: 0s, kubectl: apply -f class.yaml}
                - {at: 1s, kubectl: apply -f pod.yaml}
                files:
                  class.yaml: |
                    {apiVersion: node.k8s.io/v1, kind: RuntimeClass, metadata: {name: vm}, handler: kata}
                  pod.yaml: |
                    {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {
                      runtimeClassName: vm, containers: [{name: c, image: i}]}}
                """), 1, ClusterParts.DEFAULT);

        assertThat(run.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(run.unknowns())
                .anySatisfy(unknown -> assertThat(unknown)
                        .contains("pod default/web waits: ", "no runtime for \"kata\" is configured"));
    }

    /** Hollow nodes write no Events, not of what they start either. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_post_start_hook_that_does_not_end_is_an_obstacle(boolean isHollow) {
        RunResult run = ScenarioRun.of(ScenarioCodec.read("hook", """
                cluster: {nodes: 1, settings: {kubelet.hollow: "%s"}}
                timeline: [{at: 0s, kubectl: apply -f pod.yaml}]
                files:
                  pod.yaml: |
                    {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [
                      {name: c, image: i, lifecycle: {postStart: {exec: {command: [sleep, infinity]}}}}]}}
                """.formatted(isHollow)), 1, ClusterParts.DEFAULT);

        assertThat(run.violations()).isEmpty();
        assertThat(run.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(run.unknowns())
                .anySatisfy(unknown -> assertThat(unknown)
                        .contains("container c of pod default/web waits for the end of its post-start hook"));
    }

    @Test
    void an_init_container_that_waits_for_a_service_is_an_obstacle() {
        RunResult run = ScenarioRun.of(ScenarioCodec.read("init", """
                cluster: {nodes: 1}
                timeline: [{at: 0s, kubectl: apply -f pod.yaml}]
                files:
                  pod.yaml: |
                    {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {
                      initContainers: [{name: first, image: i, command: [
                        sh, -c, "until nslookup db; do echo waiting for db; sleep 2; done"]}],
                      containers: [{name: c, image: i}]}}
                """), 1, ClusterParts.DEFAULT);

        assertThat(run.violations()).isEmpty();
        assertThat(run.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(run.unknowns())
                .anySatisfy(unknown ->
                        assertThat(unknown).contains("pod default/web waits for the end of its init container first"));
    }

    @Test
    void a_readiness_gate_that_nothing_opens_is_an_obstacle() {
        RunResult run = ScenarioRun.of(ScenarioCodec.read("gate", """
                cluster: {nodes: 1}
                timeline: [{at: 0s, kubectl: apply -f web.yaml}]
                files:
                  web.yaml: |
                    apiVersion: apps/v1
                    kind: Deployment
                    metadata: {name: web}
                    spec:
                      selector: {matchLabels: {app: web}}
                      template:
                        metadata: {labels: {app: web}}
                        spec:
                          readinessGates: [{conditionType: example.com/open}]
                          containers: [{name: c, image: i}]
                """), 1, ClusterParts.DEFAULT);

        assertThat(run.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(run.unknowns())
                .anySatisfy(unknown -> assertThat(unknown).contains("waits for its readiness gate example.com/open"));
    }

    /** No Event of the kubelet tells it since v1.28. */
    @Test
    void a_disk_that_nobody_attaches_is_an_obstacle() {
        RunResult run = ScenarioRun.of(ScenarioCodec.read("disk", """
                cluster:
                  nodes: 1
                  profile: v1.36
                  settings: {kube-controller-manager.controllers: "*,-attachdetach"}
                timeline: [{at: 0s, kubectl: apply -f web.yaml}]
                files:
                  web.yaml: |
                    {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {
                      volumes: [{name: v, gcePersistentDisk: {pdName: d}}], containers: [{name: c, image: i, volumeMounts: [{name: v, mountPath: /v}]}]}}
                """), 1, ClusterParts.DEFAULT);

        assertThat(run.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(run.unknowns())
                .anySatisfy(unknown -> assertThat(unknown)
                        .contains("pod default/web waits: ", "unmounted volumes=[v], unattached volumes=[v]"));
    }

    /** It runs for seven seconds, and is ready while it does; judged in the moment after its end. */
    @Test
    void a_container_that_ends_again_and_again_without_a_failure_is_an_obstacle() {
        Pod ended = pod(1);
        Pod first = pod(0);

        assertThat(new StartObstacles().of(ended))
                .contains("container main of pod default/web does not run: it ended with exit code 0");
        assertThat(new StartObstacles().of(first)).isEmpty();
    }

    private static Pod pod(int restarts) {
        return (Pod) new ObjectCodec()
                .decode(YamlReader.read("pod", """
                {apiVersion: v1, kind: Pod, metadata: {name: web, namespace: default}, spec: {containers: []},
                 status: {phase: Running, containerStatuses: [{name: main, restartCount: %d,
                   state: {terminated: {exitCode: 0, reason: Completed}}}]}}
                """.formatted(restarts)).get(0).root());
    }

    @Test
    void a_network_that_gives_no_address_is_an_obstacle() {
        RunResult run = ScenarioRun.of(ScenarioCodec.read("network", """
                cluster: {nodes: 1, profile: v1.36, settings: {container-runtime.cni-conf-dir: net.d}}
                timeline:
                - {at: 0s, kubectl: run web --image=nginx}
                files:
                  net.d/10.conf: |
                    {"cniVersion": "0.3.1", "name": "flat", "type": "bridge"}
                """), 1, ClusterParts.DEFAULT);

        assertThat(run.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(run.unknowns())
                .anySatisfy(unknown -> assertThat(unknown)
                        .startsWith("Convergence: ")
                        .contains("pod default/web waits: ", "failed to find network info for sandbox"));
    }

    @Test
    void a_node_without_a_range_of_addresses_is_an_obstacle() {
        RunResult run = ScenarioRun.of(ScenarioCodec.read("network", """
                cluster:
                  nodes: 2
                  profile: v1.36
                  settings:
                    kube-controller-manager.allocate-node-cidrs: "true"
                    kube-controller-manager.cluster-cidr: 10.0.0.0/24
                timeline:
                - {at: 0s, kubectl: apply -f pod.yaml}
                files:
                  pod.yaml: |
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: web}
                    spec: {nodeName: node-2, tolerations: [{operator: Exists}], containers: [{name: c, image: nginx}]}
                    ---
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: web2}
                    spec: {nodeName: node-1, tolerations: [{operator: Exists}], containers: [{name: c, image: nginx}]}
                """), 1, ClusterParts.DEFAULT);

        assertThat(run.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(run.unknowns())
                .anySatisfy(unknown -> assertThat(unknown)
                        .startsWith("Convergence: ")
                        .containsPattern("pod default/web2? waits: network is not ready: container runtime network not"
                                + " ready"));
    }
}
