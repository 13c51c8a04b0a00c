package dev.wavetank.model.controller.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.controller.BatchRun;
import dev.wavetank.model.controller.job.pod.TrackedPods;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Invariants of Jobs under faults. */
class JobProperties {

    private static final String JOB = """
            apiVersion: batch/v1
            kind: Job
            metadata: {name: work}
            spec:
              completions: %d
              parallelism: %d
              completionMode: %s
              template:
                spec:
                  restartPolicy: Never
                  containers: [{name: c, image: busybox, command: [sleep, "2"]}]
            """;

    /** Whatever is lost between two writes, every pod that succeeds is counted once, and no more than that. */
    @Property(tries = 25)
    void completions_are_exact(
            @ForAll @IntRange(min = 1, max = 5) int completions,
            @ForAll @IntRange(min = 1, max = 3) int parallelism,
            @ForAll boolean indexed,
            @ForAll @IntRange(min = 1, max = 15) int crashed,
            @ForAll @IntRange(min = 1, max = 10) int lost) {
        BatchRun run = new BatchRun(KubernetesVersion.V1_32)
                .apply(VirtualTime.SECOND, JOB.formatted(completions, parallelism, indexed ? "Indexed" : "NonIndexed"))
                .fault("{kind: componentCrash, component: kube-controller-manager, for: 4s, after: {component:"
                        + " job-controller, nth: " + crashed + "}}")
                .fault("{kind: answerLost, from: job-controller, verb: patch, object: pods/default/*, nth: " + lost
                        + ", at: 0s, for: 60s}")
                .runFor(10 * VirtualTime.MINUTE, 31L * crashed + lost);

        Job job = run.stored(Resources.JOBS, Job.class).get(0);
        assertThat(job.has("Complete")).isTrue();
        assertThat(job.status().succeeded()).isEqualTo(completions);
        assertThat(Observation.uncounted(job)).isEqualTo(Job.Uncounted.NONE);
        assertThat(run.stored(Resources.PODS, Pod.class))
                .allSatisfy(pod -> assertThat(TrackedPods.isTracked(pod)).isFalse())
                .filteredOn(Observation::isSucceeded)
                .hasSize(completions);
        assertThat(neverCountedTooMany(run)).isTrue();
    }

    private static boolean neverCountedTooMany(BatchRun run) {
        List<StoreTrace> jobs = run.changes(Resources.JOBS);
        List<StoreTrace> pods = run.changes(Resources.PODS);
        for (StoreTrace change : jobs) {
            Set<ObjectKey> succeeded = new TreeSet<>();
            for (StoreTrace pod : pods) {
                if (pod.revision() < change.revision() && Observation.isSucceeded((Pod) pod.object())) {
                    succeeded.add(pod.object().key());
                }
            }
            Job job = Scheme.typed(change.object(), Job.class);
            if (job.status() != null && Defaults.zeroIfNull(job.status().succeeded()) > succeeded.size()) {
                return false;
            }
        }
        return true;
    }
}
