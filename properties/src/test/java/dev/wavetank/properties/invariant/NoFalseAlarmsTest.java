package dev.wavetank.properties.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioRun;
import org.junit.jupiter.api.Test;

/** What is unusual and right breaks no invariant. */
class NoFalseAlarmsTest {

    @Test
    void a_pod_whose_own_grace_is_0_goes_at_once() {
        holds("""
                cluster: {nodes: 1}
                timeline:
                - {at: 0s, kubectl: apply -f pod.yaml}
                - {at: 20s, kubectl: delete pod web --wait=false}
                - {at: 25s, kubectl: get pods}
                files:
                  pod.yaml: |
                    {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {
                      terminationGracePeriodSeconds: 0, containers: [{name: c, image: nginx}]}}
                """);
    }

    @Test
    void a_pod_that_is_deleted_during_its_post_start_hook_is_killed_later() {
        holds("""
                cluster: {nodes: 1}
                timeline:
                - {at: 0s, kubectl: apply -f pod.yaml}
                - {at: 10s, kubectl: delete pod web --wait=false}
                files:
                  pod.yaml: |
                    {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {
                      terminationGracePeriodSeconds: 2,
                      containers: [{name: c, image: nginx, command: [sleep, "1000"],
                        lifecycle: {postStart: {exec: {command: [sleep, "20"]}}}}]}}
                """);
    }

    @Test
    void a_service_leads_only_to_pods_that_have_its_named_port() {
        holds("""
                cluster: {nodes: 1}
                timeline: [{at: 0s, kubectl: apply -f objects.yaml}]
                files:
                  objects.yaml: |
                    {apiVersion: v1, kind: Pod, metadata: {name: other, labels: {app: web}}, spec: {
                      containers: [{name: c, image: nginx, ports: [{name: udp, containerPort: 80}]}]}}
                    ---
                    {apiVersion: v1, kind: Pod, metadata: {name: sidecar, labels: {app: web}}, spec: {
                      initContainers: [{name: proxy, image: envoy, restartPolicy: Always,
                        ports: [{name: http, containerPort: 80}]}],
                      containers: [{name: c, image: nginx}]}}
                    ---
                    {apiVersion: v1, kind: Service, metadata: {name: web}, spec: {
                      selector: {app: web}, ports: [{port: 80, targetPort: http}]}}
                """);
    }

    @Test
    void intervals_have_seconds() {
        holds("""
                cluster: {nodes: 1}
                horizon: 20m
                timeline:
                - {at: 7s, kubectl: [create, cronjob, c, --image=busybox, "--schedule=@every 90s", --, "true"]}
                """);
    }

    @Test
    void a_restarted_kubelet_rejects_the_youngest_pod() {
        RunResult run = run("""
                cluster: {nodes: 1, nodeCapacity: {pods: "2"}}
                timeline:
                - {at: 0s, kubectl: apply -f old.yaml}
                - {at: 25s, kubectl: apply -f young.yaml}
                - {at: 60s, kubectl: "get pods --no-headers"}
                files:
                  old.yaml: |
                    {apiVersion: v1, kind: Pod, metadata: {name: z1}, spec: {containers: [{name: c, image: nginx}]}}
                    ---
                    {apiVersion: v1, kind: Pod, metadata: {name: z2}, spec: {containers: [{name: c, image: nginx}]}}
                  young.yaml: |
                    {apiVersion: v1, kind: Pod, metadata: {name: a1}, spec: {
                      nodeName: node-1, containers: [{name: c, image: nginx}]}}
                faults:
                - {kind: componentCrash, component: kubelet/node-1, at: 20s, for: 20s}
                """);

        assertThat(run.violations()).isEmpty();
        assertThat(run.commands().get(2).stdout().lines())
                .anySatisfy(line -> assertThat(line).matches("a1 +0/1 +OutOfpods .*"))
                .anySatisfy(line -> assertThat(line).matches("z1 +1/1 +Running .*"));
    }

    private static void holds(String scenario) {
        assertThat(run(scenario).violations()).isEmpty();
    }

    private static RunResult run(String scenario) {
        return ScenarioRun.of(ScenarioCodec.read("unusual", scenario), 1, ClusterParts.DEFAULT);
    }
}
