package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When a container whose startup probe has failed starts again. */
class StartupFailureTest {

    private static PodUnderTest pod(String version, String other) {
        return new PodUnderTest(version, """
                {apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {nodeName: node-1,
                  terminationGracePeriodSeconds: 1, containers: [%s{name: c, image: nginx, startupProbe:
                    {exec: {command: ["false"]}, periodSeconds: 2, failureThreshold: 2}}]}}
                """.formatted(other)).with("registry.absent-images", "gone:1");
    }

    private static String killed(PodUnderTest pod, int seconds) {
        return pod.events(seconds, "Killing");
    }

    @Test
    void at_once_since_v1_21_and_before_with_the_next_regular_sync() {
        assertThat(killed(pod("v1.21", ""), 12)).contains("failed startup probe, will be restarted");
        assertThat(killed(pod("v1.20", ""), 55)).isEmpty();
        assertThat(killed(pod("v1.20", ""), 105)).contains("failed startup probe, will be restarted");
    }

    @Test
    void the_retry_of_a_sync_that_failed_goes_on_and_sees_it() {
        PodUnderTest pod = pod("v1.20", "{name: a, image: 'gone:1'}, ");

        assertThat(killed(pod, 40)).contains("failed startup probe, will be restarted");
        assertThat(pod.events(60, "BackOff")).contains("Back-off pulling image");
    }
}
