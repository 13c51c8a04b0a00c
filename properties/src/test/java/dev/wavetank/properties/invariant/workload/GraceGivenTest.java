package dev.wavetank.properties.invariant.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.trace.ContainerTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.container.GraceGiven;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A container of a deleted pod that is killed before its grace is over. */
class GraceGivenTest {

    private static final String GOING = "{name: web-1, namespace: default, deletionTimestamp: '2026-01-01T00:00:20Z',"
            + " deletionGracePeriodSeconds: 20}";

    @ParameterizedTest(name = "after {0} s: {1}")
    @CsvSource({"19,1", "20,0", "26,0", "45,1"})
    void kills_a_container_that_does_not_listen_when_the_grace_is_over(long seconds, int violations) {
        String spec = "{containers: [{name: app, command: [sh], lifecycle: {preStop: {exec: {command: [sleep, '25']}}}"
                + "}]}";
        String killed =
                "{phase: Running, containerStatuses: [{name: app, containerID: 'containerd://a', restartCount: 0,"
                        + " state: {terminated: {exitCode: 137, reason: Error, startedAt: '2026-01-01T00:00:05Z',"
                        + " containerID: 'containerd://a'}}}]}";

        Story story = new Story(new GraceGiven(Delays.NONE))
                .stored(Story.pod("{name: web-1, namespace: default}", spec, "{}"))
                .at(100)
                .stored(Story.pod(GOING, spec, "{}"))
                .at(100 + seconds)
                .told("runtime/one", new ContainerTrace.Ended("web-1", "a"))
                .stored(Story.pod(GOING, spec, killed));

        assertThat(story.broken()).hasSize(violations);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({"'',1", "', livenessProbe: {periodSeconds: 5}',0", "', startupProbe: {periodSeconds: 5}',0"})
    void is_no_violation_when_a_probe_may_have_begun_to_kill_it_before(String probe, int violations) {
        String spec = "{containers: [{name: app" + probe + "}]}";
        String killed =
                "{phase: Running, containerStatuses: [{name: app, containerID: 'containerd://a', restartCount: 0,"
                        + " state: {terminated: {exitCode: 137, reason: Error, containerID: 'containerd://a'}}}]}";

        Story story = new Story(new GraceGiven(Delays.NONE))
                .stored(Story.pod("{name: web-1, namespace: default}", spec, "{}"), Story.pod(GOING, spec, "{}"))
                .at(3)
                .told("runtime/one", new ContainerTrace.Ended("web-1", "a"))
                .stored(Story.pod(GOING, spec, killed));

        assertThat(story.broken()).hasSize(violations);
    }
}
