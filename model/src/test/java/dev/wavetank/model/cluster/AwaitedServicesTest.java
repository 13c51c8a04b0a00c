package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Containers that wait until somebody takes connections. */
class AwaitedServicesTest {

    private static final String SCENARIO = """
            name: awaited
            cluster: {nodes: 2, profile: %s, addOns: [%s]}
            timeline:
              - {at: 1s, kubectl: apply -f web.yaml}
              - {at: 10s, kubectl: apply -f service.yaml}
              - {at: 20s, kubectl: get pod web}
              - {at: 30s, kubectl: apply -f database.yaml}
              - {at: 100s, kubectl: get pod web}
              - {at: 101s, kubectl: logs web -c wait}
              - {at: 102s, kubectl: exec web -- nc -zv kubernetes 443}
              - {at: 103s, kubectl: exec web -- nc -z localhost 80}
              - {at: 104s, kubectl: exec web -- nc -z 127.0.0.1 81}
              - {at: 105s, kubectl: exec db -- nc -z db 8080}
              - {at: 106s, kubectl: exec web -- nc -zv db 81}
            files:
              web.yaml: |
                {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {
                  initContainers: [{name: wait, image: busybox, command: [sh, -c,
                    "until nc -zv db 80; do echo waiting; sleep 2; done"]}],
                  containers: [{name: app, image: nginx}]}}
              service.yaml: |
                {apiVersion: v1, kind: Service, metadata: {name: db}, spec: {selector: {app: db}, ports: [
                  {name: a, port: 80, targetPort: 8080}]}}
              database.yaml: |
                {apiVersion: v1, kind: Pod, metadata: {name: db, labels: {app: db}}, spec: {containers: [
                  {name: app, image: busybox, command: [sh, -c, "sleep 20; httpd -f -p 8080"],
                   readinessProbe: {tcpSocket: {port: 8080}, periodSeconds: 1}}]}}
            """;

    @ParameterizedTest
    @CsvSource({"v1.36, ''", "v1.20, ''", "v1.8, ''", "v1.36, kind: kube-proxy"})
    void a_pod_waits_until_a_pod_of_the_service_is_ready(String profile, String addOn) {
        String addOns = addOn.isEmpty() ? "" : "{" + addOn + "}";
        Cluster cluster = Cluster.of(
                ScenarioCodec.read("awaited.yaml", SCENARIO.formatted(profile, addOns)), 1, ClusterParts.DEFAULT);
        cluster.run(RunLimits.until(110 * VirtualTime.SECOND));
        List<CommandResult> results = cluster.commandResults();

        assertThat(results.get(2).stdout()).contains("Init:0/1");
        assertThat(results.get(4).stdout()).contains("Running");
        assertThat(results.get(5).stdout())
                .startsWith("nc: bad address 'db'\nwaiting\n")
                .contains("waiting\nwaiting\n")
                .containsPattern("waiting\ndb \\(10\\.[0-9.]+:80\\) open\n$");
        assertThat(results.get(6).exitCode()).isZero();
        assertThat(results.get(7).exitCode()).isZero();
        assertThat(results.get(8).exitCode()).isOne();
        assertThat(results.get(9).exitCode()).isZero();
        assertThat(results.get(10).exitCode()).isOne();
    }
}
