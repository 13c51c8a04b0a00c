package dev.wavetank.properties.invariant.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.trace.ContainerTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.container.FailedProbesHeeded;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** What follows from failures of probes in a row. */
class FailedProbesHeededTest {

    private final Story story = new Story(new FailedProbesHeeded(Delays.NONE));

    /** A pod whose probes decide after two failures, with 10 s between them. */
    static String probed(boolean ready) {
        String probe = "{periodSeconds: 10, failureThreshold: 2}";
        return Story.pod(
                "{name: web-1, namespace: default}",
                "{containers: [{name: app, readinessProbe: " + probe + ", livenessProbe: " + probe + "}]}",
                "{phase: Running, containerStatuses: [{name: app, ready: " + ready
                        + ", state: {running: {startedAt: '2026-01-01T00:00:00Z'}}}]}");
    }

    static String event(String reason, String message, int second) {
        return "{apiVersion: v1, kind: Event, metadata: {name: one-" + reason.toLowerCase(Locale.ROOT)
                + ", namespace: default}, reason: " + reason + ", message: '" + message
                + "', lastTimestamp: '2026-01-01T00:00:" + second
                + "Z', involvedObject: {kind: Pod, name: web-1, uid: web-1, fieldPath: 'spec.containers{app}'}}";
    }

    private Story failing(String kind, int... seconds) {
        for (int second : seconds) {
            story.at(second).stored(event("Unhealthy", kind + " probe failed: no", second));
        }
        return story;
    }

    @Test
    void a_container_is_killed_when_its_probe_has_failed_often_enough() {
        story.stored(probed(true));
        failing("Liveness", 10, 20).stored(event("Killing", "Container app failed liveness probe", 20));
        failing("Liveness", 30, 40).stored(event("Killing", "Container app failed liveness probe", 40));

        assertThat(story.broken()).isEmpty();
    }

    @Test
    void a_container_that_is_not_killed_is_noticed_with_the_next_failure() {
        story.stored(probed(true));
        failing("Liveness", 10, 20, 30);

        assertThat(story.broken()).hasSize(1);
    }

    @Test
    void a_success_in_between_begins_a_new_row() {
        story.stored(probed(true));
        failing("Liveness", 10, 30, 40);

        assertThat(story.broken()).isEmpty();
    }

    @Test
    void the_failures_of_an_instance_count_only_for_it() {
        story.stored(probed(true));
        failing("Liveness", 10)
                .at(15)
                .told("runtime/one", new ContainerTrace.Started("default/web-1", "web-1", "app", "b"));
        failing("Liveness", 20, 30);

        assertThat(story.broken()).isEmpty();
    }

    @Test
    void a_container_is_not_ready_before_the_next_probe() {
        story.stored(probed(true));
        failing("Readiness", 10, 20).at(21).stored(probed(false));

        assertThat(story.broken()).isEmpty();
    }

    @Test
    void a_container_that_is_ready_until_the_next_failure_stays_so_too_long() {
        story.stored(probed(true));
        failing("Readiness", 10, 20).at(31).stored(probed(false));

        assertThat(story.broken()).hasSize(1);
    }
}
