package dev.wavetank.properties.invariant.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.Scheme;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AwaitedProbeTest {

    private static Pod pod(String probes, String status) {
        return Scheme.parse("""
                {apiVersion: v1, kind: Pod, metadata: {name: web, namespace: default},
                  spec: {nodeName: node-1, containers: [{name: app, image: nginx%s}]},
                  status: {phase: Running, containerStatuses: [{name: app, %s}]}}
                """.formatted(probes, status), Pod.class);
    }

    private static final String RUNS =
            "ready: false, started: true, state: {running: {startedAt: '2026-01-01T00:00:00Z'}}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "readinessProbe: {initialDelaySeconds: 600, tcpSocket: {port: 80}} | true"
                        + " | readiness probe, every 10 s from 600 s after its start",
                "readinessProbe: {periodSeconds: 5, tcpSocket: {port: 80}} | true | readiness probe, every 5 s",
                "readinessProbe: {tcpSocket: {port: 80}}, startupProbe: {tcpSocket: {port: 80}} | false"
                        + " | startup probe, every 10 s",
                "readinessProbe: {tcpSocket: {port: 80}}, startupProbe: {tcpSocket: {port: 80}} | true"
                        + " | readiness probe, every 10 s"
            })
    void the_probe_that_a_container_waits_for_is_named(String probes, String started, String expected) {
        Pod pod = pod(", " + probes, RUNS.replace("started: true", "started: " + started));

        assertThat(AwaitedProbe.of(pod)).contains("container app waits for its " + expected);
        assertThat(new ObservedPods().progress(pod))
                .isEqualTo("pod default/web is Running on node node-1, where container app waits for its " + expected);
    }

    @Test
    void what_waits_for_no_probe_names_none() {
        String probe = ", readinessProbe: {tcpSocket: {port: 80}}";

        assertThat(AwaitedProbe.of(pod("", RUNS))).isEmpty();
        assertThat(AwaitedProbe.of(pod(probe, RUNS.replace("ready: false", "ready: true"))))
                .isEmpty();
        assertThat(AwaitedProbe.of(pod(probe, "ready: false, state: {waiting: {reason: ContainerCreating}}")))
                .isEmpty();
    }
}
