package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Commands of probes that do not end in time. */
class ExecTimeoutsTest {

    private static PodUnderTest pod(String version) {
        return new PodUnderTest(version, """
                {apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, image: nginx,
                  readinessProbe: {exec: {command: [sleep, "5"]}, timeoutSeconds: 2, periodSeconds: 3}}]}}
                """);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "v1.36 | [Readiness probe failed: command timed out: \"sleep 5\" timed out after 2s]",
                "v1.30 | [Readiness probe failed: command \"sleep 5\" timed out]",
                "v1.23 | '[Readiness probe failed: ]'",
                "v1.19 | [Readiness probe errored: rpc error: code = DeadlineExceeded desc = failed to exec in"
                        + " container: timeout 2s exceeded: context deadline exceeded]"
            })
    void events_tell_of_them_as_the_version_does(String version, String message) {
        assertThat(pod(version).events(40, "Unhealthy")).contains(message);
    }

    @Test
    void docker_waited_for_their_end() {
        PodUnderTest docker = pod("v1.19").with("container-runtime.version", "docker://19.3.4");

        assertThat(docker.events(40, "Unhealthy")).isEmpty();
        assertThat(docker.after(40, "get", "pod", "p")).containsPattern("p +1/1 +Running");
    }
}
