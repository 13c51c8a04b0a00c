package dev.wavetank.model.controller.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.controller.BatchRun;
import dev.wavetank.model.controller.job.pod.FailureBackoff;
import dev.wavetank.model.controller.job.pod.Indexes;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Jobs in a whole cluster, as of releases 1.20 and 1.32. */
class JobControllerTest {

    private static final long START = VirtualTime.SECOND;

    private static String job(String command, String spec) {
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

    private static BatchRun run(KubernetesVersion profile, String manifest, long seconds) {
        return new BatchRun(profile).apply(START, manifest).runFor(seconds * VirtualTime.SECOND, 7);
    }

    private static Job job(BatchRun run) {
        List<Job> jobs = run.stored(Resources.JOBS, Job.class);
        assertThat(run.errors()).allSatisfy(error -> assertThat(error).isEmpty());
        assertThat(jobs).hasSize(1);
        return jobs.get(0);
    }

    private static List<String> conditions(Job job) {
        return job.status().conditions().stream()
                .map(condition -> condition.type() + "=" + condition.status() + " " + condition.reason() + ": "
                        + condition.message())
                .toList();
    }

    @Test
    void as_many_pods_succeed_as_are_wanted_and_no_more_run_at_a_time_than_may() {
        BatchRun run = run(KubernetesVersion.V1_32, job("sleep 3", "completions: 5\nparallelism: 2"), 60);
        Job job = job(run);

        assertThat(conditions(job))
                .containsExactly(
                        "SuccessCriteriaMet=True CompletionsReached: Reached expected number of succeeded pods",
                        "Complete=True CompletionsReached: Reached expected number of succeeded pods");
        assertThat(job.status().succeeded()).isEqualTo(5);
        assertThat(job.status().active()).isNull();
        assertThat(job.status().ready()).isZero();
        assertThat(job.status().terminating()).isZero();
        assertThat(job.status().completionTime()).isAfter(job.status().startTime());
        assertThat(job.status().uncountedTerminatedPods()).isEqualTo(Job.Uncounted.NONE);
        List<Pod> pods = run.stored(Resources.PODS, Pod.class);
        assertThat(pods).hasSize(5).allSatisfy(pod -> {
            assertThat(pod.phase()).isEqualTo("Succeeded");
            assertThat(pod.metadata().finalizers()).isEmpty();
        });
        assertThat(run.events("Job").stream().map(event -> event.replaceAll("work-[a-z0-9]{5}", "POD")))
                .containsExactly(
                        "Normal SuccessfulCreate Created pod: POD",
                        "Normal SuccessfulCreate Created pod: POD",
                        "Normal SuccessfulCreate Created pod: POD",
                        "Normal SuccessfulCreate Created pod: POD",
                        "Normal SuccessfulCreate Created pod: POD",
                        "Normal Completed Job completed");
    }

    @Test
    void release_1_20_counts_the_pods_that_are_there() {
        BatchRun run = run(KubernetesVersion.V1_20, job("sleep 3", "completions: 3\nparallelism: 2"), 60);
        Job job = job(run);

        assertThat(conditions(job)).containsExactly("Complete=True null: null");
        assertThat(job.status().succeeded()).isEqualTo(3);
        assertThat(job.status().uncountedTerminatedPods()).isNull();
        assertThat(run.requests("job-controller"))
                .startsWith("create pods 201")
                .contains("update jobs/status 200")
                .doesNotContain("patch pods 200");
    }

    @Test
    void a_job_that_fails_too_often_gives_up() {
        BatchRun run = run(KubernetesVersion.V1_32, job("exit 3", "backoffLimit: 2"), 120);
        Job job = job(run);

        assertThat(conditions(job))
                .containsExactly(
                        "FailureTarget=True BackoffLimitExceeded: Job has reached the specified backoff limit",
                        "Failed=True BackoffLimitExceeded: Job has reached the specified backoff limit");
        assertThat(job.status().failed()).isEqualTo(3);
        List<Pod> pods = run.stored(Resources.PODS, Pod.class);
        assertThat(pods).hasSize(3);
        assertThat(pods.get(0)
                        .status()
                        .containerStatuses()
                        .get(0)
                        .state()
                        .terminated()
                        .exitCode())
                .isEqualTo(3);
        assertThat(run.events("Job"))
                .contains("Warning BackoffLimitExceeded Job has reached the specified backoff limit");
    }

    @Test
    void new_pods_come_ten_and_twenty_seconds_after_failures() {
        BatchRun run = run(KubernetesVersion.V1_32, job("false", "backoffLimit: 2"), 120);
        List<Pod> pods = new ArrayList<>(run.stored(Resources.PODS, Pod.class));
        pods.sort(Comparator.comparing(pod -> pod.metadata().creationTimestamp()));

        assertThat(between(pods.get(0), pods.get(1))).isBetween(10L, 12L);
        assertThat(between(pods.get(1), pods.get(2))).isBetween(20L, 22L);
    }

    private static long between(Pod failed, Pod next) {
        return next.metadata().creationTimestamp().getEpochSecond()
                - FailureBackoff.end(failed).getEpochSecond();
    }

    @Test
    void release_1_20_gives_up_after_as_many_back_offs() {
        BatchRun run = run(KubernetesVersion.V1_20, job("false", "backoffLimit: 1"), 200);
        Job job = job(run);

        assertThat(conditions(job))
                .containsExactly("Failed=True BackoffLimitExceeded: Job has reached the specified backoff limit");
        assertThat(job.status().failed()).isEqualTo(2);
    }

    @Test
    void a_job_that_takes_too_long_loses_its_pods() {
        for (KubernetesVersion profile : List.of(KubernetesVersion.V1_20, KubernetesVersion.V1_32)) {
            BatchRun run = run(profile, job("sleep 500", "activeDeadlineSeconds: 20"), 120);
            Job job = job(run);

            assertThat(conditions(job))
                    .last()
                    .isEqualTo("Failed=True DeadlineExceeded: Job was active longer than specified deadline");
            if (profile == KubernetesVersion.V1_32) {
                // In 1.20 a second sync may come before the cache has the first one's status, and find no pod to count.
                assertThat(job.status().failed()).isEqualTo(1);
            }
            assertThat(run.stored(Resources.PODS, Pod.class)).isEmpty();
            assertThat(run.events("Job"))
                    .contains("Warning DeadlineExceeded Job was active longer than specified deadline")
                    .anyMatch(event -> event.startsWith("Normal SuccessfulDelete Deleted pod: work-"));
        }
    }

    @Test
    void every_index_succeeds_once() {
        BatchRun run = run(
                KubernetesVersion.V1_32, job("sleep 2", "completions: 4\nparallelism: 4\ncompletionMode: Indexed"), 60);
        Job job = job(run);

        assertThat(job.has("Complete")).isTrue();
        assertThat(job.status().completedIndexes()).isEqualTo("0-3");
        assertThat(job.status().succeeded()).isEqualTo(4);
        List<Pod> pods = run.stored(Resources.PODS, Pod.class);
        assertThat(pods).hasSize(4).allSatisfy(pod -> {
            String index = pod.metadata().annotations().get(Job.COMPLETION_INDEX);
            assertThat(pod.metadata().labels()).containsEntry(Job.COMPLETION_INDEX, index);
            assertThat(pod.metadata().finalizers()).isEmpty();
            assertThat(pod.metadata().name()).matches("work-" + index + "-[a-z0-9]{5}");
            assertThat(pod.spec().other()).containsEntry("hostname", "work-" + index);
            assertThat(pod.spec().containers().get(0).other().get("env").toString())
                    .contains("JOB_COMPLETION_INDEX");
        });
        assertThat(new TreeSet<>(pods.stream().map(Indexes::of).toList())).containsExactly(0, 1, 2, 3);
    }

    @Test
    void a_suspended_job_has_no_pods_until_it_is_resumed() {
        BatchRun run = new BatchRun(KubernetesVersion.V1_32)
                .apply(START, job("sleep 30", "parallelism: 2\ncompletions: 2"))
                .apply(10 * VirtualTime.SECOND, job("sleep 30", "parallelism: 2\ncompletions: 2\nsuspend: true"))
                .apply(60 * VirtualTime.SECOND, job("sleep 30", "parallelism: 2\ncompletions: 2\nsuspend: false"))
                .runFor(200 * VirtualTime.SECOND, 7);
        Job job = job(run);

        assertThat(conditions(job))
                .contains("Suspended=False JobResumed: Job resumed")
                .anyMatch(condition -> condition.startsWith("Complete=True"));
        assertThat(job.status().failed()).isNull();
        assertThat(job.status().succeeded()).isEqualTo(2);
        assertThat(run.events("Job")).contains("Normal Suspended Job suspended", "Normal Resumed Job resumed");
    }

    @Test
    void a_work_queue_is_done_when_one_has_succeeded_and_none_runs() {
        BatchRun run = run(KubernetesVersion.V1_32, job("sleep 3", "completions: null\nparallelism: 3"), 60);
        Job job = job(run);

        assertThat(job.has("Complete")).isTrue();
        assertThat(job.status().succeeded()).isEqualTo(3);
    }

    @Test
    void nobody_counts_the_pods_of_a_deleted_job_and_they_may_go() {
        BatchRun run = new BatchRun(KubernetesVersion.V1_32)
                .apply(START, job("sleep 500", "parallelism: 2\ncompletions: 2"))
                .command(20 * VirtualTime.SECOND, "delete", "job", "work")
                .runFor(120 * VirtualTime.SECOND, 7);

        assertThat(run.errors()).allSatisfy(error -> assertThat(error).isEmpty());
        assertThat(run.stored(Resources.JOBS, Job.class)).isEmpty();
        assertThat(run.stored(Resources.PODS, Pod.class))
                .allSatisfy(pod -> assertThat(pod.metadata().finalizers()).isEmpty());
    }

    @Test
    void a_job_is_counted_exactly_when_the_controller_crashes_after_any_of_its_requests() {
        for (int nth = 1; nth <= 12; nth++) {
            BatchRun run = new BatchRun(KubernetesVersion.V1_32)
                    .apply(START, job("sleep 3", "completions: 4\nparallelism: 2"))
                    .fault("{kind: componentCrash, component: kube-controller-manager, for: 5s, after: {component:"
                            + " job-controller, nth: " + nth + "}}")
                    .runFor(300 * VirtualTime.SECOND, nth);
            Job job = job(run);

            assertThat(job.status().succeeded()).as("crash at request %d", nth).isEqualTo(4);
            assertThat(run.stored(Resources.PODS, Pod.class)).hasSize(4);
        }
    }
}
