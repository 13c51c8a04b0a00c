package dev.wavetank.properties.invariant.convergence;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Obstacles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Jobs want to end, and until then to have pods that run. One whose pods fail is given new ones after a back-off; one
 * that is suspended, wants no pods, or has another controller is left alone.
 */
final class Jobs implements Workloads {

    private final StoredObjects<Job> jobs = new StoredObjects<>(Job.class);
    private final ObservedPods pods;
    private final Obstacles obstacles;

    Jobs(ObservedPods pods, Obstacles obstacles) {
        this.pods = pods;
        this.obstacles = obstacles;
    }

    @Override
    public void observe(KubernetesObject object, boolean deleted) {
        jobs.observe(object, deleted);
    }

    @Override
    public List<Gap> gaps() {
        List<Gap> gaps = new ArrayList<>();
        for (Job job : jobs.staying()) {
            long active = pods.active(job.uid());
            long running = pods.of(job.uid()).stream()
                    .filter(pod -> pod.isActive() && pod.phase().equals("Running"))
                    .count();
            if (isLeftToKubernetes(job) && !job.isFinished() && (active == 0 || running < active)) {
                gaps.add(new Gap(
                        job,
                        ObjectNames.of(job) + " has not ended, and " + running + " of " + active + " active pods run",
                        "has not ended, and " + running + " of " + active + " active pods run, expected all",
                        pods.progress(job.uid(), active == 0 ? 1 : 0),
                        obstacles.ofPodsOf(job.uid()).or(() -> failures(job))));
            }
        }
        return gaps;
    }

    private static boolean isLeftToKubernetes(Job job) {
        Integer parallelism = job.spec().parallelism();
        String managedBy = job.spec().managedBy();
        return !job.isSuspended()
                && (parallelism == null || parallelism > 0)
                && (managedBy == null || managedBy.equals(Job.CONTROLLER));
    }

    private Optional<String> failures(Job job) {
        long failed = pods.of(job.uid()).stream()
                .filter(pod -> pod.phase().equals("Failed"))
                .count();
        long counted = job.status() == null || job.status().failed() == null
                ? 0
                : job.status().failed();
        return Math.max(failed, counted) == 0
                ? Optional.empty()
                : Optional.of(Math.max(failed, counted) + " of its pods have failed: new ones come after a back-off");
    }

    @Override
    public List<KubernetesObject> all() {
        return List.copyOf(jobs.staying());
    }

    @Override
    public int wantedPods() {
        return jobs.all().stream()
                .mapToInt(
                        job -> job.spec().parallelism() == null ? 1 : job.spec().parallelism())
                .sum();
    }

    /** They come to their end, and their pods with them. */
    @Override
    public boolean keepWhatTheyHave() {
        return false;
    }

    @Override
    public int missingPods() {
        return jobs.staying().stream()
                .filter(job -> isLeftToKubernetes(job) && !job.isFinished())
                .mapToInt(job -> (int) Math.max(0, parallel(job) - pods.active(job.uid())))
                .sum();
    }

    /** How many pods are to run at the same time now. */
    private long parallel(Job job) {
        int parallelism = job.spec().parallelism() == null ? 1 : job.spec().parallelism();
        if (job.spec().completions() == null) {
            return parallelism;
        }
        long succeeded = pods.of(job.uid()).stream()
                .filter(pod -> pod.phase().equals("Succeeded"))
                .count();
        return Math.min(parallelism, Math.max(0, job.spec().completions() - succeeded));
    }
}
