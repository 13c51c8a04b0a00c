package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import org.junit.jupiter.api.Test;

/** Pods that ask for a handler of the container runtime. What follows when it is missing is recorded. */
class RuntimeClassesTest {

    private static Cluster run(String handlers) {
        Cluster cluster =
                Cluster.of(ScenarioCodec.read("classes.yaml", """
                        cluster: {nodes: 1, settings: {container-runtime.runtime-handlers: "%s"}}
                        timeline:
                        - {at: 0s, kubectl: apply -f classes.yaml}
                        - {at: 1s, kubectl: apply -f pods.yaml}
                        - {at: 2s, kubectl: delete runtimeclass gone}
                        - {at: 3s, kubectl: get pods}
                        - {at: 40s, kubectl: get pods}
                        - {at: 41s, kubectl: get events}
                        files:
                          classes.yaml: |
                            {apiVersion: node.k8s.io/v1, kind: RuntimeClass, metadata: {name: vm}, handler: kata}
                            ---
                            {apiVersion: node.k8s.io/v1, kind: RuntimeClass, metadata: {name: gone}, handler: nosuch}
                          pods.yaml: |
                            {apiVersion: v1, kind: Pod, metadata: {name: vm}, spec: {
                              runtimeClassName: vm, containers: [{name: c, image: i}]}}
                            ---
                            {apiVersion: v1, kind: Pod, metadata: {name: gone}, spec: {
                              runtimeClassName: gone, containers: [{name: c, image: i}]}}
                            ---
                            {apiVersion: v1, kind: Pod, metadata: {name: absent}, spec: {
                              runtimeClassName: absent, containers: [{name: c, image: i}]}}
                        """.formatted(handlers)), 1, ClusterParts.DEFAULT);
        cluster.run(RunLimits.until(45 * VirtualTime.SECOND));
        return cluster;
    }

    private static String shown(Cluster cluster, int command) {
        return cluster.commandResults().get(command).stdout();
    }

    @Test
    void a_handler_that_starts_a_virtual_machine_takes_its_time() {
        Cluster cluster = run("runc,kata=20s");

        assertThat(shown(cluster, 3)).containsPattern("vm +0/1 +ContainerCreating");
        assertThat(shown(cluster, 4)).containsPattern("vm +1/1 +Running .*1[0-9]s|vm +1/1 +Running +0 +39s");
        assertThat(shown(cluster, 5)).containsPattern("1[0-9]s +Normal +Started +pod/vm");
    }

    @Test
    void without_their_handler_or_class_pods_wait_for_a_sandbox() {
        Cluster cluster = run("runc");

        assertThat(shown(cluster, 4))
                .containsPattern("vm +0/1 +ContainerCreating")
                .containsPattern("gone +0/1 +ContainerCreating");
        assertThat(shown(cluster, 5))
                .containsPattern(
                        "Warning +FailedCreatePodSandBox +pod/vm +Failed to create pod sandbox: rpc error: code = "
                                + "Unknown desc = failed to get sandbox runtime: no runtime for \"kata\" is")
                .containsPattern("Warning +FailedCreatePodSandBox +pod/gone +Failed to create pod sandbox:"
                        + " runtimeclass.node.k8s.io \"gone\" not found");
    }

    @Test
    void a_pod_whose_class_does_not_exist_is_forbidden() {
        assertThat(run("runc").commandResults().get(1).stderr())
                .contains("pods \"absent\" is forbidden: pod rejected: RuntimeClass \"absent\" not found");
    }

    @Test
    void a_list_of_handlers_that_is_none_is_refused() {
        assertThatThrownBy(() -> run("runc,ka ta"))
                .hasMessageContaining("container-runtime.runtime-handlers must be names of handlers, such as");
        assertThatThrownBy(() -> run("runc,kata=soon")).hasMessageContaining("container-runtime.runtime-handlers: ");
    }
}
