package dev.wavetank.model.controller.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.controller.BatchRun;
import dev.wavetank.model.controller.job.pod.FailureBackoff;
import dev.wavetank.model.controller.job.pod.Indexes;
import dev.wavetank.model.controller.job.pod.TrackedPods;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What failed pods and early successes mean for Jobs, as of release 1.32. */
class JobPoliciesTest {

    private static final String PER_INDEX =
            "completions: 2\nparallelism: 2\ncompletionMode: Indexed\nbackoffLimitPerIndex: 1";

    private static String manifest(String command, String spec) {
        return """
                apiVersion: batch/v1
                kind: Job
                metadata: {name: work}
                spec:
                  %s
                  template:
                    spec:
                      restartPolicy: Never
                      containers:
                      - {name: c, image: busybox, command: [sh, -c, "%s"]}
                """.formatted(spec.replace("\n", "\n  "), command);
    }

    private static BatchRun run(String command, String spec, long seconds) {
        return new BatchRun(KubernetesVersion.V1_32)
                .apply(VirtualTime.SECOND, manifest(command, spec))
                .runFor(seconds * VirtualTime.SECOND, 7);
    }

    private static Job job(BatchRun run) {
        assertThat(run.errors()).allSatisfy(error -> assertThat(error).isEmpty());
        return run.stored(Resources.JOBS, Job.class).get(0);
    }

    private static List<String> conditions(Job job) {
        return job.status().conditions().stream()
                .map(condition -> condition.type() + "=" + condition.status() + " " + condition.reason() + ": "
                        + condition.message().replaceAll("work-[0-9a-z-]+", "POD"))
                .toList();
    }

    private static String rule(String action, int code) {
        return "podFailurePolicy: {rules: [{action: " + action + ", onExitCodes: {operator: In, values: [" + code
                + "]}}]}";
    }

    /** Pods of an index, the eldest first. */
    private static List<Pod> pods(BatchRun run, int index) {
        List<Pod> pods = new ArrayList<>(run.stored(Resources.PODS, Pod.class));
        pods.removeIf(pod -> Indexes.of(pod) != index);
        pods.sort(Comparator.comparing(pod -> pod.metadata().creationTimestamp()));
        return pods;
    }

    /** Nothing but KILL ends its process within the grace of 30 s: the first process has no default handler of TERM. */
    @Test
    void an_evicted_pod_is_replaced_and_does_not_count_where_disruptions_are_ignored() {
        String spec = "completions: 3\nparallelism: 3\nbackoffLimit: 0\n"
                + "podFailurePolicy: {rules: [{action: Ignore, onPodConditions: [{type: DisruptionTarget}]}]}";
        BatchRun run = new BatchRun(KubernetesVersion.V1_32)
                .apply(VirtualTime.SECOND, manifest("sleep 60", spec))
                .command(12 * VirtualTime.SECOND, "drain", "node-1", "--ignore-daemonsets", "--force")
                .command(14 * VirtualTime.SECOND, "drain", "node-2", "--ignore-daemonsets", "--force")
                .runFor(3 * VirtualTime.MINUTE, 7);
        List<Pod> evicted = run.changes(Resources.PODS).stream()
                .filter(change -> change.change() == WatchEvent.Type.DELETED)
                .map(change -> (Pod) change.object())
                .toList();

        assertThat(evicted).isNotEmpty().allSatisfy(pod -> {
            assertThat(pod.phase()).isEqualTo("Failed");
            assertThat(pod.condition("DisruptionTarget").orElseThrow().reason()).isEqualTo("EvictionByEvictionAPI");
        });
        assertThat(run.stored(Resources.JOBS, Job.class).get(0).status().succeeded())
                .isEqualTo(3);
    }

    @Test
    void a_pod_that_fits_a_rule_fails_the_whole_job() {
        BatchRun run = run("exit 42", "backoffLimit: 6\n" + rule("FailJob", 42), 60);
        Job job = job(run);
        String why = "PodFailurePolicy: Container c for pod default/POD failed with exit code 42 matching FailJob rule"
                + " at index 0";

        assertThat(conditions(job)).containsExactly("FailureTarget=True " + why, "Failed=True " + why);
        assertThat(job.status().failed()).isEqualTo(1);
        assertThat(run.events("Job")).last().asString().startsWith("Warning PodFailurePolicy Container c for pod");
    }

    @Test
    void ignored_failures_count_towards_no_limit() {
        BatchRun run = run("exit 42", "backoffLimit: 0\n" + rule("Ignore", 42), 60);
        Job job = job(run);

        assertThat(job.isFinished()).isFalse();
        assertThat(job.status().failed()).isNull();
        assertThat(run.stored(Resources.PODS, Pod.class)).hasSizeGreaterThan(2);
    }

    @Test
    void a_failure_that_no_rule_is_about_counts() {
        Job job = job(run("exit 3", "backoffLimit: 0\n" + rule("Ignore", 42), 60));

        assertThat(conditions(job))
                .last()
                .isEqualTo("Failed=True BackoffLimitExceeded: Job has reached the specified backoff limit");
    }

    @Test
    void every_index_may_fail_as_often_as_its_own_limit_says() {
        BatchRun run = run("exit 3", PER_INDEX, 90);
        Job job = job(run);

        assertThat(conditions(job))
                .containsExactly(
                        "FailureTarget=True FailedIndexes: Job has failed indexes",
                        "Failed=True FailedIndexes: Job has failed indexes");
        assertThat(job.status().failedIndexes()).isEqualTo("0,1");
        assertThat(job.status().failed()).isEqualTo(4);
        for (int index = 0; index < 2; index++) {
            List<Pod> pods = pods(run, index);
            assertThat(pods)
                    .extracting(pod -> pod.metadata().annotations().get(Job.INDEX_FAILURES))
                    .containsExactly("0", "1");
            long wait = pods.get(1).metadata().creationTimestamp().getEpochSecond()
                    - FailureBackoff.end(pods.get(0)).getEpochSecond();
            assertThat(wait).isBetween(10L, 12L);
        }
    }

    @Test
    void a_rule_can_fail_an_index_at_once_and_too_many_of_them_fail_the_job() {
        BatchRun run = run(
                "exit 42",
                "completions: 5\nparallelism: 1\ncompletionMode: Indexed\nbackoffLimitPerIndex: 3\n"
                        + "maxFailedIndexes: 1\n"
                        + rule("FailIndex", 42),
                60);
        Job job = job(run);

        assertThat(conditions(job))
                .last()
                .isEqualTo("Failed=True MaxFailedIndexesExceeded: Job has exceeded the specified maximal number of"
                        + " failed indexes");
        assertThat(job.status().failedIndexes()).isEqualTo("0,1");
    }

    @Test
    void a_job_that_counts_by_index_says_so_before_any_has_failed() {
        Job job = job(run("sleep 2", PER_INDEX, 60));

        assertThat(job.has("Complete")).isTrue();
        assertThat(job.status().failedIndexes()).isEmpty();
    }

    @Test
    void enough_successes_end_the_job_early() {
        BatchRun run = run(
                "sleep 5",
                "completions: 9\nparallelism: 3\ncompletionMode: Indexed\nsuccessPolicy: {rules: [{succeededIndexes:"
                        + " \"7-8\"}, {succeededIndexes: \"0-4\", succeededCount: 2}]}",
                60);
        Job job = job(run);

        assertThat(conditions(job))
                .containsExactly(
                        "SuccessCriteriaMet=True SuccessPolicy: Matched rules at index 1",
                        "Complete=True SuccessPolicy: Matched rules at index 1");
        assertThat(job.status().succeeded()).isBetween(2, 4);
        assertThat(job.status().failed()).isNull();
        assertThat(job.status().completionTime()).isNotNull();
    }

    @Test
    void a_job_of_another_controller_is_left_alone() {
        BatchRun run = run("sleep 2", "managedBy: example.com/other", 30);

        assertThat(job(run).status())
                .satisfiesAnyOf(
                        status -> assertThat(status).isNull(),
                        status -> assertThat(status.startTime()).isNull());
        assertThat(run.requests("job-controller")).isEmpty();
    }

    @Test
    void the_server_refuses_policies_that_make_no_sense() {
        BatchRun run = run("exit 3", "backoffLimitPerIndex: 1\n" + rule("FailIndexes", 0), 10);

        assertThat(run.errors().get(0))
                .contains("spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode")
                .contains("spec.podFailurePolicy.rules[0].action: Unsupported value: \"FailIndexes\": supported values:"
                        + " \"Count\", \"FailIndex\", \"FailJob\", \"Ignore\"")
                .contains("spec.podFailurePolicy.rules[0].onExitCodes.values[0]: Invalid value: 0: must not be 0 for"
                        + " the In operator");
    }

    @Test
    void failures_of_indexes_are_counted_exactly_when_the_controller_crashes_after_any_of_its_requests() {
        for (int nth = 1; nth <= 16; nth++) {
            BatchRun run = new BatchRun(KubernetesVersion.V1_32)
                    .apply(VirtualTime.SECOND, manifest("exit 3", PER_INDEX))
                    .fault("{kind: componentCrash, component: kube-controller-manager, for: 5s, after: {component:"
                            + " job-controller, nth: " + nth + "}}")
                    .runFor(300 * VirtualTime.SECOND, nth);
            Job job = job(run);

            assertThat(conditions(job))
                    .as("crash at request %d", nth)
                    .last()
                    .asString()
                    .startsWith("Failed=True");
            assertThat(job.status().failedIndexes()).isEqualTo("0,1");
            assertThat(job.status().failed()).isEqualTo(4);
            assertThat(run.stored(Resources.PODS, Pod.class))
                    .hasSize(4)
                    .allSatisfy(pod -> assertThat(TrackedPods.isTracked(pod)).isFalse());
        }
    }
}
