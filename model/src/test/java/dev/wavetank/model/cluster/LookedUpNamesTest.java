package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Init containers that wait for Services, as in the Kubernetes documentation v1.32, Init Containers. */
class LookedUpNamesTest {

    private static final String SCENARIO = """
            name: names
            cluster: {nodes: 1, profile: %s%s}
            timeline:
            - {at: 5s, kubectl: apply -f pod.yaml}
            - {at: 60s, kubectl: get pod web}
            - {at: 61s, kubectl: apply -f service.yaml}
            - {at: 100s, kubectl: get pod web}
            - {at: 101s, kubectl: logs web -c wait --tail=2}
            files:
              pod.yaml: |
                {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {%s
                  initContainers: [{name: wait, image: "busybox:1.28", command: [sh, -c,
                    "until nslookup %s; do echo waiting for db; sleep 2; done"]}],
                  containers: [{name: app, image: nginx}]}}
              service.yaml: |
                {apiVersion: v1, kind: Service, metadata: {name: db}, spec: {ports: [{port: 80}]}}
            """;

    private static List<String> outputs(String profile, String addOns, String spec, String name) {
        String text = SCENARIO.formatted(profile, addOns, spec, name);
        Cluster cluster = Cluster.of(ScenarioCodec.read("names.yaml", text), 1, ClusterParts.DEFAULT);
        cluster.run(RunLimits.until(110 * VirtualTime.SECOND));
        return cluster.commandResults().stream().map(CommandResult::stdout).toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "db",
                "db.default",
                "db.default.svc.cluster.local.",
                "db.$(cat /var/run/secrets/kubernetes.io/serviceaccount/namespace).svc.cluster.local"
            })
    void a_pod_starts_when_the_service_is_there_that_it_looks_up(String name) {
        List<String> outputs = outputs("v1.32", "", "", name);

        assertThat(outputs.get(1)).contains("Init:0/1");
        assertThat(outputs.get(3)).contains("Running");
        assertThat(outputs.get(4)).contains("Address 1: 10.").contains(" db.default.svc.cluster.local");
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1.8", "v1.20"})
    void so_it_does_in_versions_without_slices(String profile) {
        assertThat(outputs(profile, "", "", "db").get(3)).contains("Running");
    }

    @Test
    void with_the_add_on_its_servers_answer() {
        String addOns = ", addOns: [{kind: coredns}]";

        assertThat(outputs("v1.32", addOns, "", "db").get(1)).contains("Init:0/1");
        assertThat(outputs("v1.32", addOns, "", "db").get(3)).contains("Running");
    }

    @Test
    void what_an_annotation_says_goes_on_with_the_answer() {
        String text = """
                name: annotated
                cluster: {nodes: 1, profile: v1.32}
                timeline:
                - {at: 0s, kubectl: apply -f pod.yaml}
                - {at: 60s, kubectl: get pod web}
                files:
                  pod.yaml: |
                    {apiVersion: v1, kind: Pod, metadata: {name: web, annotations: {
                      behavior.wavetank.dev/app: readiness fails}}, spec: {containers: [
                      {name: app, image: i, readinessProbe: {exec: {command: ["true"]}}, command: [
                        sh, -c, "nslookup kubernetes; sleep 600"]}]}}
                """;
        Cluster cluster = Cluster.of(ScenarioCodec.read("annotated.yaml", text), 1, ClusterParts.DEFAULT);
        cluster.run(RunLimits.until(70 * VirtualTime.SECOND));

        assertThat(cluster.commandResults().get(1).stdout()).contains("0/1     Running");
    }

    @Test
    void a_pod_that_asks_the_dns_of_its_node_waits_for_ever() {
        assertThat(outputs("v1.32", "", "dnsPolicy: Default,", "db").get(3)).contains("Init:0/1");
    }
}
