package dev.wavetank.model.controller.job;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.Index;
import dev.wavetank.model.client.Informer;
import java.util.List;
import java.util.Optional;

/** Finds the Jobs that a pod belongs to, in the cache. */
final class JobsOfPods {

    private final Informer<Job> jobs;
    private final Index<Job> byNamespace;

    JobsOfPods(Informer<Job> jobs) {
        this.jobs = jobs;
        this.byNamespace = jobs.index(Index.NAMESPACE);
    }

    /** The Job that controls the pod, if the cache has it. */
    Optional<Job> controllerOf(Pod pod) {
        OwnerReference controller = pod.metadata().controller().orElse(null);
        if (controller == null || !controller.kind().equals(Job.KIND)) {
            return Optional.empty();
        }
        Job job = jobs.cached(new ObjectKey(pod.key().namespace(), controller.name()));
        return job != null && job.uid().equals(controller.uid()) ? Optional.of(job) : Optional.empty();
    }

    /** The Jobs whose selector the pod matches. */
    List<Job> matching(Pod pod) {
        return byNamespace.find(pod.key().namespace()).stream()
                .filter(job -> job.spec().selector() != null
                        && !job.spec().selector().isEmpty()
                        && job.spec().selector().matches(pod.metadata().labels()))
                .toList();
    }
}
