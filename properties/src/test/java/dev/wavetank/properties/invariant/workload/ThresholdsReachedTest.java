package dev.wavetank.properties.invariant.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.trace.ProbeTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.container.ThresholdsReached;
import dev.wavetank.sim.component.ComponentTrace;
import org.junit.jupiter.api.Test;

/** How many results of probes in a row decide. */
class ThresholdsReachedTest {

    private static final String KUBELET = "kubelet/one";

    private final Story story = new Story(new ThresholdsReached(KubernetesVersion.NEWEST));

    /** A pod whose container is ready after two successes and dead after three failures. */
    static Story pod(Story story, String id, boolean ready) {
        String probe = "{successThreshold: %d, failureThreshold: 3}";
        return story.stored(Story.pod(
                "{name: web-1, namespace: default}",
                "{nodeName: one, containers: [{name: app, readinessProbe: " + probe.formatted(2) + ", livenessProbe: "
                        + probe.formatted(1) + "}]}",
                "{phase: Running, containerStatuses: [{name: app, ready: " + ready + ", containerID: 'containerd://"
                        + id + "', state: {running: {startedAt: '2026-01-01T00:00:00Z'}}}]}"));
    }

    /** Results of a probe, five seconds apart: {@code +} for success. */
    static Story probed(Story story, long first, String id, String probe, String results) {
        for (int i = 0; i < results.length(); i++) {
            story.at(first + 5L * i).told(KUBELET, new ProbeTrace("web-1", "app", id, probe, results.charAt(i) == '+'));
        }
        return story;
    }

    private Story ready(long first, String id, String results) {
        return pod(probed(story, first, id, "readiness", results), id, true);
    }

    private Story killed(String results) {
        pod(story, "a", false);
        return probed(story, 10, "a", "liveness", results)
                .stored(FailedProbesHeededTest.event("Killing", "Container app failed liveness probe", 30));
    }

    @Test
    void a_container_is_ready_after_as_many_successes() {
        pod(story, "a", false);
        ready(10, "a", "+-++");

        assertThat(story.broken()).isEmpty();
    }

    @Test
    void no_sooner() {
        pod(story, "a", false);
        ready(10, "a", "+-+");

        assertThat(story.broken())
                .containsExactly("pod/default/web-1: shows container app as ready when its readiness probe has"
                        + " succeeded 1 times in a row, expected more");
    }

    @Test
    void nor_without_any() {
        pod(story, "a", false);
        pod(story, "a", true);

        assertThat(story.broken()).hasSize(1);
    }

    @Test
    void it_is_not_ready_any_more_after_as_many_failures() {
        pod(story, "a", false);
        ready(10, "a", "++");
        pod(probed(story, 30, "a", "readiness", "---"), "a", false);

        assertThat(story.broken()).isEmpty();
    }

    @Test
    void not_after_fewer() {
        pod(story, "a", false);
        ready(10, "a", "++");
        pod(probed(story, 30, "a", "readiness", "--"), "a", false);

        assertThat(story.broken()).hasSize(1);
    }

    @Test
    void a_status_may_come_late() {
        pod(story, "a", false);
        ready(10, "a", "++");
        pod(probed(story, 30, "a", "readiness", "---++"), "a", false);

        assertThat(story.broken()).isEmpty();
    }

    @Test
    void successes_of_the_instance_before_count() {
        pod(story, "a", false);
        ready(10, "a", "++");
        pod(story.at(20), "b", false);
        ready(30, "b", "+");

        assertThat(story.broken()).isEmpty();
    }

    @Test
    void a_new_kubelet_counts_anew() {
        pod(story, "a", false);
        ready(10, "a", "++").told(KUBELET, new ComponentTrace.Started(2));
        pod(story.at(200), "a", false);
        ready(210, "a", "++");

        assertThat(story.broken()).isEmpty();
    }

    @Test
    void a_container_is_killed_after_as_many_failures() {
        assertThat(killed("+---").broken()).isEmpty();
    }

    @Test
    void and_not_after_fewer() {
        assertThat(killed("-+--").broken())
                .containsExactly("pod/default/web-1: killed container app when its liveness probe had failed 2 times in"
                        + " a row at most, expected 3");
    }
}
