package dev.wavetank.model.controller.ttlafterfinished;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.controller.BatchRun;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import org.junit.jupiter.api.Test;

class TtlAfterFinishedControllerTest {

    private static final String JOB = """
            apiVersion: batch/v1
            kind: Job
            metadata: {name: work}
            spec:
              ttlSecondsAfterFinished: %d
              template:
                spec:
                  restartPolicy: Never
                  containers: [{name: c, image: busybox, command: ["true"]}]
            """;

    private static BatchRun run(KubernetesVersion profile, long seconds) {
        return new BatchRun(profile)
                .apply(VirtualTime.SECOND, JOB.formatted(30))
                .runFor(seconds * VirtualTime.SECOND, 7);
    }

    @Test
    void a_job_is_deleted_when_its_time_after_the_end_is_over() {
        assertThat(run(KubernetesVersion.V1_32, 25).stored(Resources.JOBS, Job.class))
                .allMatch(Job::isFinished)
                .hasSize(1);
        BatchRun later = run(KubernetesVersion.V1_32, 60);

        List<Job> left = later.stored(Resources.JOBS, Job.class);
        assertThat(left).allMatch(job -> job.metadata().isDeleting());
        assertThat(later.requests(TtlAfterFinishedController.NAME)).containsExactly("delete jobs 200");
    }

    @Test
    void a_longer_time_given_meanwhile_counts() {
        BatchRun run = new BatchRun(KubernetesVersion.V1_32)
                .apply(VirtualTime.SECOND, JOB.formatted(30))
                .apply(20 * VirtualTime.SECOND, JOB.formatted(300))
                .runFor(120 * VirtualTime.SECOND, 7);

        assertThat(run.requests(TtlAfterFinishedController.NAME)).isEmpty();
    }

    @Test
    void release_1_20_keeps_it() {
        ResourceType jobs = Resources.JOBS;
        assertThat(run(KubernetesVersion.V1_20, 120).stored(jobs, Job.class))
                .hasSize(1)
                .noneMatch(job -> job.metadata().isDeleting());
    }
}
