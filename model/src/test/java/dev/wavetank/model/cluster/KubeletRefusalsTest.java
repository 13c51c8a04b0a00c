package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import org.junit.jupiter.api.Test;

/** What the kubelet says to pods that name their node themselves, where the scheduler would not have put them. */
class KubeletRefusalsTest {

    private static String phases(String scenario) {
        Scenario read = ScenarioCodec.read("admission", scenario);
        Cluster cluster = Cluster.of(read, 1, ClusterParts.DEFAULT);
        cluster.run(RunLimits.until(2 * VirtualTime.MINUTE));
        int last = cluster.commandResults().size() - 1;
        return cluster.commandResults().get(last).stdout();
    }

    @Test
    void an_extended_resource_that_was_written_into_the_status_of_the_node_is_counted() {
        assertThat(phases("""
                cluster: {nodes: 1}
                timeline:
                - at: 10s
                  kubectl: [patch, node, node-1, --subresource, status, --type, merge, -p,
                    '{"status": {"capacity": {"example.com/foo": "2"}, "allocatable": {"example.com/foo": "2"}}}']
                - {at: 20s, kubectl: apply -f first.yaml}
                - {at: 40s, kubectl: apply -f second.yaml}
                - {at: 60s, kubectl: "get pods -o jsonpath={.items[*].status.reason}/{.items[*].status.message}"}
                files:
                  first.yaml: |
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: first}
                    spec: {containers: [{name: c, image: nginx, resources: {limits: {example.com/foo: 2}}}]}
                  second.yaml: |
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: second}
                    spec:
                      nodeName: node-1
                      containers: [{name: c, image: nginx, resources: {limits: {example.com/foo: 2}}}]
                """))
                .startsWith("OutOfexample.com/foo/")
                .contains("example.com/foo, requested: 2, used: 2, capacity: 2");
    }

    @Test
    void a_port_of_a_sidecar_is_taken_too() {
        assertThat(phases("""
                cluster: {nodes: 1}
                timeline:
                - {at: 10s, kubectl: apply -f first.yaml}
                - {at: 30s, kubectl: apply -f second.yaml}
                - {at: 50s, kubectl: "get pods -o jsonpath={.items[*].status.reason}"}
                files:
                  first.yaml: |
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: first}
                    spec: {containers: [{name: c, image: nginx, ports: [{containerPort: 80, hostPort: 80}]}]}
                  second.yaml: |
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: second}
                    spec:
                      nodeName: node-1
                      initContainers:
                      - {name: s, image: nginx, restartPolicy: Always, ports: [{containerPort: 81, hostPort: 80}]}
                      containers: [{name: c, image: busybox, command: [sleep, "1000"]}]
                """)).isEqualTo("NodePorts");
    }
}
