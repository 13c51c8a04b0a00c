package dev.wavetank.properties.invariant.rollout;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.PodTemplates;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A Deployment with the strategy {@code Recreate} gets no pod of a new template while one of an old template has not
 * ended. A template that comes back finds pods that were made before.
 */
public final class RecreatedWithoutOverlap implements Invariant {

    private final CacheLag lag;
    private final Present<Deployment> deployments = new Present<>(Deployment.class);
    private final Present<ReplicaSet> sets = Present.byOwner(ReplicaSet.class);
    private final Present<Pod> pods = Present.byOwner(Pod.class);
    private final Map<String, Long> came = new LinkedHashMap<>();
    /** ReplicaSets that had pods of theirs when pods of others came to be old. */
    private final Set<String> hadPods = new LinkedHashSet<>();
    /** Deployments that once had another strategy, or were scaled while several ReplicaSets had pods. */
    private final Set<String> others = new LinkedHashSet<>();

    /** With the age of what controllers act on. */
    public RecreatedWithoutOverlap(CacheLag lag) {
        this.lag = lag;
    }

    @Override
    public String name() {
        return "RecreatedWithoutOverlap";
    }

    @Override
    public String reason() {
        return "Users choose it for programs of which two versions must not run together, such as one that owns"
                + " a database schema. The controller looks at pods in a cache; an old pod that has just come may"
                + " be missing there and is excused.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Deployments, Recreate Deployment",
                "pkg/controller/deployment/recreate.go (v1.32), oldPodsRunning");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.ROLLOUTS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A Deployment that recreates its pods gets none of a new template while an old one has not ended.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Deployment.class, ReplicaSet.class, Pod.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        if (deployments.observe(change)) {
            Deployment deployment = (Deployment) change.object();
            if (!isRecreated(deployment)) {
                others.add(deployment.uid());
            } else if (change.previous() instanceof Deployment before
                    && !before.spec().template().equals(deployment.spec().template())) {
                rememberSets(deployment.uid());
            }
        } else if (!sets.observe(change) && pods.observe(change)) {
            if (change.change() == WatchEvent.Type.ADDED) {
                came.put(change.object().uid(), entry.time());
                judge((Pod) change.object(), entry.time(), outcomes);
            } else if (change.change() == WatchEvent.Type.DELETED) {
                came.remove(change.object().uid());
            }
        }
    }

    private static boolean isRecreated(Deployment deployment) {
        return deployment.spec().strategy() != null
                && "Recreate".equals(deployment.spec().strategy().type());
    }

    /** A ReplicaSet that still wants pods when its template comes back is scaled no more, and goes on. */
    private void rememberSets(String deployment) {
        for (ReplicaSet set : sets.ownedBy(deployment)) {
            if (set.spec().replicas() != null && set.spec().replicas() > 0) {
                hadPods.add(set.uid());
            }
        }
    }

    private void judge(Pod made, long now, Outcomes outcomes) {
        ReplicaSet set = sets.get(Present.controllerOf(made));
        Deployment deployment = set == null ? null : deployments.get(Present.controllerOf(set));
        if (set == null
                || deployment == null
                || others.contains(deployment.uid())
                || hadPods.contains(set.uid())
                || !PodTemplates.isLatest(set, deployment)) {
            return;
        }
        for (ReplicaSet other : sets.ownedBy(deployment.uid())) {
            if (!other.uid().equals(set.uid())) {
                judge(made, other, deployment, now, outcomes);
            }
        }
    }

    private void judge(Pod made, ReplicaSet other, Deployment deployment, long now, Outcomes outcomes) {
        for (Pod old : pods.ownedBy(other.uid())) {
            if (!old.isFinished() && !lag.mayHide(came.getOrDefault(old.uid(), Long.MIN_VALUE / 2), now)) {
                outcomes.broken(
                        this,
                        ObjectNames.of(made),
                        "was created for a new template while " + ObjectNames.of(old) + " had not ended, and "
                                + ObjectNames.of(deployment) + " says Recreate");
                return;
            }
        }
    }
}
