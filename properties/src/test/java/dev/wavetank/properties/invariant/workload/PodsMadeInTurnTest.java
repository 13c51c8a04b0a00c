package dev.wavetank.properties.invariant.workload;

import static dev.wavetank.properties.invariant.workload.Story.owner;
import static dev.wavetank.properties.invariant.workload.Story.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.batch.JobPodsByRule;
import dev.wavetank.properties.invariant.rollout.OrdinalsWait;
import org.junit.jupiter.api.Test;

/** Whether a pod may be made depends on the others of its owner, as they are now. */
class PodsMadeInTurnTest {

    private static final KubernetesVersion VERSION = KubernetesVersion.parse("v1.34");
    private static final String RUNNING = "phase: Running";

    private static Story ordinals() {
        return new Story(lag -> new OrdinalsWait(lag, VERSION));
    }

    private static Story replacements() {
        return new Story(lag -> new JobPodsByRule(lag, VERSION))
                .stored("{apiVersion: batch/v1, kind: Job, metadata: {name: work, namespace: default}, spec:"
                        + " {parallelism: 1, podReplacementPolicy: Failed,"
                        + " template: {metadata: {}, spec: {restartPolicy: Never}}}}");
    }

    private static String set(int minReadySeconds) {
        return "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: db, namespace: default}, spec: {replicas: 3,"
                + " minReadySeconds: " + minReadySeconds + "}}";
    }

    private static String of(String kind, String owner, String name, String status) {
        return pod(
                "{name: " + name + ", namespace: default, ownerReferences: [" + owner(kind, owner) + "]}",
                "{nodeName: one}",
                "{" + status + "}");
    }

    private static String database(int ordinal, String status) {
        return of("StatefulSet", "db", "db-" + ordinal, status);
    }

    private static String readySince(String time) {
        return RUNNING + ", conditions: [{type: Ready, status: 'True', lastTransitionTime: '2026-01-01T00:0" + time
                + "Z'}]";
    }

    @Test
    void an_ordinal_waits_until_those_below_it_are_ready() {
        Story story = ordinals().stored(set(0), database(0, RUNNING)).at(60).stored(database(1, RUNNING));

        assertThat(story.broken()).containsExactly("pod/default/db-1: was made while pod/default/db-0 was not ready");
    }

    @Test
    void pods_that_were_ready_for_long_enough_are_not_when_that_has_grown() {
        Story story = ordinals()
                .stored(set(10), database(0, readySince("0:01")))
                .at(60)
                .stored(database(1, readySince("1:00")))
                .at(90)
                .stored(database(2, RUNNING));
        assertThat(story.broken()).isEmpty();

        story.stored(database(2, readySince("1:31")), set(300)).at(120).stored(database(3, RUNNING));
        assertThat(story.broken())
                .containsExactly(
                        "pod/default/db-3: was made while pod/default/db-0 was ready since 2026-01-01T00:00:01Z only,"
                                + " expected that for 300s",
                        "pod/default/db-3: was made while pod/default/db-1 was ready since 2026-01-01T00:01:00Z only,"
                                + " expected that for 300s",
                        "pod/default/db-3: was made while pod/default/db-2 was ready since 2026-01-01T00:01:31Z only,"
                                + " expected that for 300s");
    }

    @Test
    void a_pod_that_has_gone_keeps_none_waiting() {
        Story story = ordinals()
                .stored(set(0), database(0, RUNNING))
                .deleted("db-0")
                .at(60)
                .stored(database(1, RUNNING));

        assertThat(story.broken()).isEmpty();
    }

    @Test
    void a_job_may_replace_only_what_has_ended() {
        Story early = replacements()
                .stored(of("Job", "work", "work-1", RUNNING))
                .at(60)
                .stored(of("Job", "work", "work-2", RUNNING));
        Story ended = replacements()
                .stored(of("Job", "work", "work-1", RUNNING), of("Job", "work", "work-1", "phase: Failed"))
                .at(60)
                .stored(of("Job", "work", "work-2", RUNNING));
        Story gone = replacements()
                .stored(of("Job", "work", "work-1", RUNNING))
                .deleted("work-1")
                .at(60)
                .stored(of("Job", "work", "work-2", RUNNING));

        assertThat(early.broken())
                .containsExactly("pod/default/work-2: is made while 1 pods of its Job have not ended,"
                        + " expected at most 1 in all");
        assertThat(ended.broken()).isEmpty();
        assertThat(gone.broken()).isEmpty();
    }
}
