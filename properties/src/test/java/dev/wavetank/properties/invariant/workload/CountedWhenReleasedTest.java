package dev.wavetank.properties.invariant.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.properties.invariant.batch.CountedWhenReleased;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A Job that ignores exit code 3 and notes such a pod as failed. */
class CountedWhenReleasedTest {

    private static final String POD = Story.pod(
            "{name: work-1, namespace: default, finalizers: [batch.kubernetes.io/job-tracking], ownerReferences: ["
                    + Story.owner("Job", "work") + "]}",
            "{}",
            "{phase: %s, containerStatuses: [{name: app, restartCount: 0, state: {%s}}]}");

    private static String job(String status) {
        return "{apiVersion: batch/v1, kind: Job, metadata: {name: work, namespace: default}, spec: {podFailurePolicy:"
                + " {rules: [{action: Ignore, onExitCodes: {operator: In, values: [3]}}]}}, status: {" + status + "}}";
    }

    /** The deadline of the Job takes all its pods as failed, also one that has just failed, unseen. */
    @ParameterizedTest(name = "noted after {0} s, {1}")
    @CsvSource({
        "0,   '',                                                     1",
        "0,   'conditions: [{type: FailureTarget, status: ''True''}]', 0",
        "600, 'conditions: [{type: FailureTarget, status: ''True''}]', 1"
    })
    void is_excused_only_when_it_ends_before_it_can_have_seen_the_failure(int after, String ending, int violations) {
        Story story = new Story(CountedWhenReleased::new)
                .stored(job(""), POD.formatted("Running", "running: {}"))
                .at(1)
                .stored(POD.formatted("Failed", "terminated: {exitCode: 3}"))
                .at(1 + after)
                .stored(job((ending.isEmpty() ? "" : ending + ", ") + "uncountedTerminatedPods: {failed: [work-1]}"));

        assertThat(story.broken()).hasSize(violations);
    }
}
