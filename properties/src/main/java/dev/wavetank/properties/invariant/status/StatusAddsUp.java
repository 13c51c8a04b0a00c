package dev.wavetank.properties.invariant.status;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.policy.PodDisruptionBudget;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a controller writes into one status fits together at every instant, however old the cache was that it counted
 * in: no more pods are ready than there are, what is not available is the rest of what is wanted, a StatefulSet moves
 * on to its new revision only when all its pods are of it and ready, a Job that is complete says since when, one that
 * goes on after a suspension begins anew, and conditions say what the numbers next to them say.
 */
public final class StatusAddsUp implements Invariant {

    /**
     * Before, a StatefulSet whose only pod is replaced was done as long as it had none, and a controller with an old
     * cache wrote its revision back and forth.
     */
    private final boolean judgesRevisions;

    /** Of a cluster of this version. */
    public StatusAddsUp(KubernetesVersion version) {
        this.judgesRevisions = version.has(Feature.STATEFUL_SET_COMPLETE_BY_SPEC);
    }

    @Override
    public String name() {
        return "StatusAddsUp";
    }

    @Override
    public String reason() {
        return "Dashboards, waiting commands and other controllers read these fields side by side. They are written"
                + " together, so they are judged by themselves, at each write.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "API reference v1.32, ReplicaSetStatus, DeploymentStatus, StatefulSetStatus, DaemonSetStatus,"
                        + " JobStatus, PodDisruptionBudgetStatus, HorizontalPodAutoscalerStatus",
                "pkg/controller/statefulset/stateful_set_utils.go (v1.32), completeRollingUpdate",
                "pkg/controller/job/job_controller.go (v1.32), enactJobFinished, ensureJobConditionStatus",
                "pkg/controller/podautoscaler/horizontal.go (v1.32), reconcileAutoscaler");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.JOBS, Tag.DISRUPTION, Tag.STATUS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "The numbers, times and conditions that a controller writes into one status fit together.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(
                ReplicaSet.class,
                Deployment.class,
                StatefulSet.class,
                DaemonSet.class,
                Job.class,
                PodDisruptionBudget.class,
                HorizontalPodAutoscaler.class,
                PersistentVolumeClaim.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change && change.change() == WatchEvent.Type.MODIFIED) {
            KubernetesObject now = change.object();
            wrong(now, change.previous()).ifPresent(why -> outcomes.broken(this, ObjectNames.of(now), why));
        }
    }

    /** What does not fit together in the status, if that has changed. */
    private Optional<String> wrong(KubernetesObject now, KubernetesObject before) {
        if (now instanceof ReplicaSet set && before instanceof ReplicaSet was) {
            return set.status() == null || set.status().equals(was.status())
                    ? Optional.empty()
                    : WorkloadSums.wrong(set, was);
        } else if (now instanceof Deployment deployment && before instanceof Deployment was) {
            return deployment.status() == null || deployment.status().equals(was.status())
                    ? Optional.empty()
                    : WorkloadSums.wrong(deployment);
        } else if (now instanceof StatefulSet set && before instanceof StatefulSet was) {
            return set.status() == null || set.status().equals(was.status())
                    ? Optional.empty()
                    : WorkloadSums.wrong(set.status(), judgesRevisions ? was.status() : null);
        } else if (now instanceof DaemonSet set && before instanceof DaemonSet was) {
            return set.status() == null || set.status().equals(was.status())
                    ? Optional.empty()
                    : WorkloadSums.wrong(set.status());
        } else if (now instanceof Job job && before instanceof Job was) {
            return job.status() == null || job.status().equals(was.status())
                    ? Optional.empty()
                    : StatusSums.wrong(job.status(), was.status());
        } else if (now instanceof PodDisruptionBudget budget && before instanceof PodDisruptionBudget was) {
            return budget.status() == null || budget.status().equals(was.status())
                    ? Optional.empty()
                    : StatusSums.wrong(budget.status());
        } else if (now instanceof HorizontalPodAutoscaler one && before instanceof HorizontalPodAutoscaler was) {
            return one.status() == null || one.status().equals(was.status())
                    ? Optional.empty()
                    : StatusSums.wrong(one.status(), was.status());
        }
        return now instanceof PersistentVolumeClaim claim && before instanceof PersistentVolumeClaim was
                ? StatusSums.wrong(claim, was)
                : Optional.empty();
    }
}
