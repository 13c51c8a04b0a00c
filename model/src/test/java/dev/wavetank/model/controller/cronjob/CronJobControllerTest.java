package dev.wavetank.model.controller.cronjob;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.batch.CronJob;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.controller.BatchRun;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** CronJobs in a whole cluster, as of releases 1.20 and 1.32. The clock begins at midnight. */
class CronJobControllerTest {

    private static final List<KubernetesVersion> RELEASES = List.of(KubernetesVersion.V1_20, KubernetesVersion.V1_32);

    private static String cronJob(KubernetesVersion profile, String command, String spec) {
        return """
                apiVersion: batch/%s
                kind: CronJob
                metadata: {name: tick}
                spec:
                  %s
                  jobTemplate:
                    spec:
                      template:
                        spec:
                          restartPolicy: OnFailure
                          containers:
                          - {name: c, image: busybox, command: [sh, -c, "%s"]}
                """.formatted(
                        profile == KubernetesVersion.V1_32 ? "v1" : "v1beta1", spec.replace("\n", "\n  "), command);
    }

    private static BatchRun run(KubernetesVersion profile, String command, String spec, long minutes) {
        BatchRun run = new BatchRun(profile)
                .apply(VirtualTime.SECOND, cronJob(profile, command, spec))
                .runFor(minutes * VirtualTime.MINUTE, 7);
        assertThat(run.errors()).allSatisfy(error -> assertThat(error).isEmpty());
        return run;
    }

    private static CronJob cronJob(BatchRun run) {
        List<CronJob> found = run.stored(Resources.CRON_JOBS, CronJob.class);
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    private static List<String> created(BatchRun run) {
        return run.changes(Resources.JOBS).stream()
                .filter(change -> change.previous() == null)
                .map(change -> change.object().metadata().name())
                .toList();
    }

    /** The greatest number of Jobs that were there unfinished at the same time. */
    private static int mostUnfinished(BatchRun run) {
        Set<ObjectKey> unfinished = new TreeSet<>();
        int most = 0;
        for (StoreTrace change : run.changes(Resources.JOBS)) {
            boolean over = change.change() == WatchEvent.Type.DELETED
                    || Scheme.typed(change.object(), Job.class).isFinished();
            if (over) {
                unfinished.remove(change.object().key());
            } else {
                unfinished.add(change.object().key());
            }
            most = Math.max(most, unfinished.size());
        }
        return most;
    }

    @Test
    void a_job_is_made_every_time_and_the_last_ones_are_kept() {
        BatchRun run = run(KubernetesVersion.V1_32, "sleep 5", "schedule: '*/2 * * * *'", 13);

        long first = Instant.parse("2026-01-01T00:02:00Z").getEpochSecond() / 60;
        assertThat(created(run))
                .containsExactly(
                        "tick-" + first,
                        "tick-" + (first + 2),
                        "tick-" + (first + 4),
                        "tick-" + (first + 6),
                        "tick-" + (first + 8),
                        "tick-" + (first + 10));
        assertThat(run.stored(Resources.JOBS, Job.class)).hasSize(3).allSatisfy(job -> {
            assertThat(job.has("Complete")).isTrue();
            assertThat(job.metadata().annotations())
                    .hasEntrySatisfying(
                            "batch.kubernetes.io/cronjob-scheduled-timestamp",
                            time -> assertThat(time).matches("2026-01-01T00:[01][0-9]:00Z"));
        });
        CronJob.Status status = cronJob(run).observed();
        assertThat(status.active()).isEmpty();
        assertThat(status.lastScheduleTime()).isEqualTo("2026-01-01T00:12:00Z");
        assertThat(status.lastSuccessfulTime()).isAfter("2026-01-01T00:12:00Z");
        assertThat(run.events("CronJob"))
                .startsWith(
                        "Normal SuccessfulCreate Created job tick-" + first,
                        "Normal SawCompletedJob Saw completed job: tick-" + first + ", condition: Complete")
                .contains("Normal SuccessfulDelete Deleted job tick-" + first);
    }

    @Test
    void release_1_20_polls_and_names_jobs_by_the_second() {
        BatchRun run = run(KubernetesVersion.V1_20, "sleep 5", "schedule: '*/2 * * * *'", 7);

        long first = Instant.parse("2026-01-01T00:02:00Z").getEpochSecond();
        assertThat(created(run)).containsExactly("tick-" + first, "tick-" + (first + 120), "tick-" + (first + 240));
        assertThat(run.events("CronJob"))
                .startsWith(
                        "Normal SuccessfulCreate Created job tick-" + first,
                        "Normal SawCompletedJob Saw completed job: tick-" + first + ", status: Complete");
        Job job = run.stored(Resources.JOBS, Job.class).get(0);
        assertThat(job.metadata().controller().orElseThrow().apiVersion()).isEqualTo("batch/v1beta1");
        assertThat(cronJob(run).observed().lastScheduleTime()).isEqualTo("2026-01-01T00:06:00Z");
    }

    @Test
    void forbidden_jobs_never_run_together() {
        for (KubernetesVersion version : RELEASES) {
            BatchRun run = run(version, "sleep 150", "schedule: '* * * * *'\nconcurrencyPolicy: Forbid", 12);

            assertThat(created(run)).hasSizeBetween(3, 5);
            assertThat(mostUnfinished(run)).isEqualTo(1);
        }
    }

    @Test
    void a_job_is_replaced_by_the_next_one() {
        for (KubernetesVersion version : RELEASES) {
            BatchRun run = run(version, "sleep 600", "schedule: '* * * * *'\nconcurrencyPolicy: Replace", 6);

            assertThat(created(run)).hasSizeBetween(4, 6);
            assertThat(mostUnfinished(run)).isEqualTo(1);
            assertThat(run.stored(Resources.JOBS, Job.class)).hasSize(1);
            assertThat(cronJob(run).observed().active()).hasSize(1);
        }
    }

    @Test
    void jobs_that_may_run_together_do() {
        BatchRun run = run(KubernetesVersion.V1_32, "sleep 150", "schedule: '* * * * *'", 6);

        assertThat(mostUnfinished(run)).isEqualTo(3);
    }

    @Test
    void nothing_is_made_while_it_is_suspended() {
        for (KubernetesVersion version : RELEASES) {
            BatchRun run = run(version, "true", "schedule: '* * * * *'\nsuspend: true", 5);

            assertThat(created(run)).isEmpty();
        }
    }

    @Test
    void times_are_those_of_the_zone() {
        BatchRun run = run(KubernetesVersion.V1_32, "true", "schedule: '3 1 * * *'\ntimeZone: Europe/Berlin", 10);

        assertThat(created(run))
                .containsExactly("tick-" + Instant.parse("2026-01-01T00:03:00Z").getEpochSecond() / 60);
        assertThat(run.stored(Resources.JOBS, Job.class).get(0).metadata().annotations())
                .containsEntry("batch.kubernetes.io/cronjob-scheduled-timestamp", "2026-01-01T01:03:00+01:00");
    }

    @Test
    void what_was_due_while_no_controller_ran_is_made_up_for_once_or_missed() {
        for (KubernetesVersion version : RELEASES) {
            String crash = "{kind: componentCrash, component: kube-controller-manager, at: 70s, for: 200s}";
            BatchRun late = new BatchRun(version)
                    .apply(VirtualTime.SECOND, cronJob(version, "true", "schedule: '*/2 * * * *'"))
                    .fault(crash)
                    .runFor(295 * VirtualTime.SECOND, 7);
            assertThat(late.errors()).allSatisfy(error -> assertThat(error).isEmpty());
            assertThat(created(late)).hasSize(1);

            String strict = "schedule: '*/2 * * * *'\nstartingDeadlineSeconds: 20";
            BatchRun tooLate = new BatchRun(version)
                    .apply(VirtualTime.SECOND, cronJob(version, "true", strict))
                    .fault(crash)
                    .runFor(295 * VirtualTime.SECOND, 7);
            assertThat(created(tooLate)).isEmpty();
        }
    }

    @Test
    void no_job_is_made_twice_wherever_the_controller_crashes() {
        for (int nth = 1; nth <= 8; nth++) {
            BatchRun run = new BatchRun(KubernetesVersion.V1_32)
                    .apply(
                            VirtualTime.SECOND,
                            cronJob(
                                    KubernetesVersion.V1_32,
                                    "sleep 70",
                                    "schedule: '* * * * *'\nconcurrencyPolicy: Forbid"))
                    .fault("{kind: componentCrash, component: kube-controller-manager, for: 3s, after: {component:"
                            + " cronjob-controller, nth: " + nth + "}}")
                    .runFor(8 * VirtualTime.MINUTE, nth);

            assertThat(created(run)).doesNotHaveDuplicates();
            assertThat(mostUnfinished(run)).as("crash at request %d", nth).isEqualTo(1);
            assertThat(cronJob(run).observed().active()).hasSizeLessThanOrEqualTo(1);
        }
    }
}
