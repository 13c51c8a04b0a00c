package dev.wavetank.properties.invariant.workload;

import static dev.wavetank.properties.invariant.workload.Story.owner;
import static dev.wavetank.properties.invariant.workload.Story.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import org.junit.jupiter.api.Test;

/** A Job that wants two completions, and every way to count them wrong. */
class JobCountsTest {

    private static final String JOB = "job/default/work: ";
    private static final String COMPLETE = "conditions: [{type: Complete, status: 'True'}]";

    private static String job(String status) {
        return job("NonIndexed", status);
    }

    private static String job(String mode, String status) {
        return "{apiVersion: batch/v1, kind: Job, metadata: {name: work, namespace: default}, spec: {completions: 2,"
                + " parallelism: 2, completionMode: " + mode + "}, status: {" + status + "}}";
    }

    private static String noted(String succeeded, int counted) {
        return job("succeeded: " + counted + ", uncountedTerminatedPods: {succeeded: [" + succeeded + "]}");
    }

    private static String work(String name, String phase) {
        return pod(
                "{name: " + name + ", namespace: default, finalizers: [batch.kubernetes.io/job-tracking],"
                        + " ownerReferences: [" + owner("Job", "work") + "]}",
                "{}",
                "{phase: " + phase + "}");
    }

    private static String dismissed(String name, String phase) {
        return work(name, phase).replace("finalizers:", "deletionTimestamp: 2026-01-01T00:00:00Z, finalizers:");
    }

    private static Story story() {
        return new Story(lag -> new JobCounts(Delays.NONE, lag)).stored(job(""));
    }

    private static Story storm() {
        Fault crash = new ComponentFault.Crash("kube-controller-manager");
        return story().told("hand", new FaultTrace.Opened(crash)).told("hand", new FaultTrace.Closed(crash));
    }

    @Test
    void a_job_counts_what_has_succeeded() {
        Story story = story().stored(work("a", "Succeeded"), noted("a", 0), noted("", 1));
        assertThat(story.broken()).isEmpty();

        assertThat(story.stored(noted("", 2)).broken())
                .containsExactly(
                        JOB + "counts 2 pods that have succeeded, expected at most 1",
                        JOB + "counts 1 pods more that have succeeded, expected 0 that it had noted");
    }

    @Test
    void a_pod_is_noted_and_counted_once() {
        Story story = storm().stored(work("a", "Succeeded"), work("b", "Succeeded"), noted("a", 0), noted("b", 1));
        assertThat(story.broken()).isEmpty();

        assertThat(story.stored(noted("a", 2)).broken())
                .containsExactly(JOB + "notes pod a again, which was noted and counted");
    }

    @Test
    void a_job_is_complete_with_exactly_its_completions() {
        Story early = story().stored(work("a", "Succeeded"), noted("a", 0), job("succeeded: 1, " + COMPLETE));
        Story late = story().stored(work("a", "Succeeded"), work("b", "Succeeded"), work("c", "Succeeded"))
                .stored(noted("a, b, c", 0), job("succeeded: 3, " + COMPLETE));
        Story exact = story().stored(work("a", "Succeeded"), work("b", "Succeeded"))
                .stored(noted("a, b", 0), job("succeeded: 2, " + COMPLETE));

        assertThat(early.broken()).containsExactly(JOB + "is complete with 1 pods that have succeeded, expected 2");
        assertThat(late.broken())
                .containsExactly(JOB + "reports 3 pods that work or have succeeded, expected at most 2");
        assertThat(exact.broken()).isEmpty();
    }

    @Test
    void a_job_tells_of_no_more_active_pods_than_are_missing() {
        Story story = story().stored(work("a", "Succeeded"), noted("a", 0), job("succeeded: 1, active: 1"));
        assertThat(story.broken()).isEmpty();

        assertThat(story.stored(job("succeeded: 1, active: 2")).broken())
                .containsExactly(JOB + "reports 3 pods that work or have succeeded, expected at most 2");
    }

    @Test
    void a_job_gets_no_more_pods_than_are_missing() {
        Story story =
                story().stored(work("a", "Running"), work("b", "Running"), work("b", "Failed"), work("c", "Pending"));
        assertThat(story.broken()).isEmpty();

        assertThat(story.stored(work("a", "Succeeded"), work("d", "Pending")).broken())
                .containsExactly(
                        "pod/default/d: was created, although 2 pods of its Job work or have succeeded, which wants 2");
    }

    @Test
    void in_a_storm_a_job_may_get_a_pod_too_many_only_when_it_cannot_see_the_others() {
        Story soon = storm().stored(work("a", "Running"), work("b", "Running")).at(60);
        Story late = storm().stored(work("a", "Running"), work("b", "Running")).at(241);

        assertThat(soon.stored(work("c", "Pending"), work("c", "Succeeded")).broken())
                .isEmpty();
        assertThat(late.stored(work("c", "Pending")).broken()).hasSize(1);
    }

    @Test
    void a_pod_that_was_sent_away_is_replaced_and_may_succeed() {
        Story story = story().stored(work("a", "Running"), work("b", "Running"), dismissed("b", "Running"))
                .stored(work("c", "Pending"), dismissed("b", "Succeeded"), work("d", "Pending"));

        assertThat(story.broken()).isEmpty();
    }

    @Test
    void an_index_is_counted_once_whatever_happens() {
        Story story = storm().stored(job("Indexed", ""))
                .stored(work("a", "Succeeded"), work("b", "Succeeded"), work("c", "Succeeded"))
                .stored(job("Indexed", "succeeded: 2"));
        assertThat(story.broken()).isEmpty();

        assertThat(story.stored(job("Indexed", "succeeded: 3")).broken()).hasSize(1);
    }
}
