package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.ControllerRevision;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Focus;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * At rest no workload has more old revisions than its {@code revisionHistoryLimit}.
 *
 * <p>Old are the ReplicaSets of a Deployment that have no pods and are not the newest, and the ControllerRevisions of
 * a StatefulSet or DaemonSet by which no pod is made, but for the newest. A StatefulSet or DaemonSet is not looked at
 * again because a ControllerRevision has come (no handler in v1.32 pkg/controller/statefulset/stateful_set.go,
 * daemon/daemon_controller.go). So those do not count that its controller may not have seen when the workload or one of
 * its pods changed for the last time.
 */
public final class RevisionsBounded implements Invariant {

    private static final int DEFAULT_LIMIT = 10;
    private static final String HASH = "controller-revision-hash";

    private final Map<String, KubernetesObject> owners = new LinkedHashMap<>();
    private final Map<String, KubernetesObject> revisions = new LinkedHashMap<>();
    private final Map<String, Pod> hashed = new LinkedHashMap<>();
    /** When a revision came, and when a workload or one of its pods changed for the last time, by their identities. */
    private final Map<String, Long> changed = new LinkedHashMap<>();

    private final CacheLag lag;

    /** With the age of what controllers act on. */
    public RevisionsBounded(CacheLag lag) {
        this.lag = lag;
    }

    @Override
    public String name() {
        return "RevisionsBounded";
    }

    @Override
    public String reason() {
        return "Old revisions that are never removed fill etcd, and every list and watch of ReplicaSets. A"
                + " Deployment removes them when its roll-out is complete, so one that never completes keeps them.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Deployments, Clean up Policy",
                "pkg/controller/deployment/sync.go, cleanupDeployment;"
                        + " pkg/controller/statefulset/stateful_set_control.go, truncateHistory (v1.32)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.ROLLOUTS, Tag.AT_REST);
    }

    @Override
    public Focus focus() {
        return Focus.COUNT;
    }

    @Override
    public String statement() {
        return "At rest no workload has more old revisions than its revisionHistoryLimit.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(
                Pod.class,
                ReplicaSet.class,
                ControllerRevision.class,
                Deployment.class,
                StatefulSet.class,
                DaemonSet.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        KubernetesObject object = change.object();
        if (object instanceof Pod pod) {
            if (pod.metadata().labels().containsKey(HASH)) {
                replace(hashed, change, pod);
                pod.metadata().controller().ifPresent(owner -> changed.replace(owner.uid(), entry.time()));
            }
        } else if (object instanceof ReplicaSet || object instanceof ControllerRevision) {
            replace(revisions, change, object);
            noteChange(change, entry.time(), false);
        } else if (object instanceof Deployment || object instanceof StatefulSet || object instanceof DaemonSet) {
            replace(owners, change, object);
            noteChange(change, entry.time(), true);
        }
    }

    private void noteChange(StoreTrace change, long now, boolean counts) {
        String uid = change.object().uid();
        if (change.change() == WatchEvent.Type.DELETED) {
            changed.remove(uid);
        } else if (counts) {
            changed.put(uid, now);
        } else {
            changed.putIfAbsent(uid, now);
        }
    }

    private static <T extends KubernetesObject> void replace(Map<String, T> map, StoreTrace change, T object) {
        if (change.change() == WatchEvent.Type.DELETED) {
            map.remove(object.uid());
        } else {
            map.put(object.uid(), object);
        }
    }

    @Override
    public void atRest(long now, Outcomes outcomes) {
        Map<String, Integer> old = new LinkedHashMap<>();
        for (KubernetesObject revision : revisions.values()) {
            OwnerReference owner = revision.metadata().controller().orElse(null);
            if (owner != null
                    && !revision.metadata().isDeleting()
                    && !isUsed(revision, owner.uid())
                    && wasSeen(revision, owner.uid())) {
                old.merge(owner.uid(), 1, Integer::sum);
            }
        }
        for (KubernetesObject owner : owners.values()) {
            int limit = limit(owner);
            // The newest one may be without pods and does not count.
            long most = owner instanceof StatefulSet ? limit : limit + 1L;
            if (old.getOrDefault(owner.uid(), 0) > most && !owner.metadata().isDeleting() && removesRevisions(owner)) {
                outcomes.broken(
                        this,
                        ObjectNames.of(owner),
                        "has " + old.get(owner.uid()) + " revisions "
                                + (owner instanceof StatefulSet
                                        ? "that are neither current nor wanted and have no pods, expected at most "
                                                + limit
                                        : "without pods, expected at most " + limit + " and the newest"));
            }
        }
    }

    private boolean wasSeen(KubernetesObject revision, String owner) {
        Long lastSync = changed.get(owner);
        return revision instanceof ReplicaSet
                || lastSync == null
                || !lag.mayHide(changed.get(revision.uid()), lastSync);
    }

    private boolean isUsed(KubernetesObject revision, String owner) {
        if (revision instanceof ReplicaSet set) {
            return Defaults.zeroIfNull(set.spec().replicas()) > 0
                    || set.status() != null && Defaults.zeroIfNull(set.status().replicas()) > 0;
        }
        if (owners.get(owner) instanceof StatefulSet set && isKept(revision, set)) {
            return true;
        }
        return hashed.values().stream()
                .filter(pod -> pod.metadata().isControlledBy(owner))
                .map(pod -> pod.metadata().labels().get(HASH))
                .anyMatch(hash -> revision.metadata().name().endsWith(hash));
    }

    private static boolean removesRevisions(KubernetesObject owner) {
        if (!(owner instanceof Deployment deployment)) {
            return true;
        }
        int wanted =
                deployment.spec().replicas() == null ? 1 : deployment.spec().replicas();
        Deployment.Status status = deployment.status();
        return status != null
                && Defaults.zeroIfNull(status.updatedReplicas()) == wanted
                && Defaults.zeroIfNull(status.replicas()) == wanted
                && Defaults.zeroIfNull(status.availableReplicas()) == wanted;
    }

    /**
     * Whether a StatefulSet counts a revision as live although no pod has it. The current one stays so while a
     * partition, or pods that never become ready, keep the update from ending (v1.32
     * pkg/controller/statefulset/stateful_set_control.go, truncateHistory).
     */
    private static boolean isKept(KubernetesObject revision, StatefulSet set) {
        String name = revision.metadata().name();
        return set.status() != null
                && (name.equals(set.status().currentRevision())
                        || name.equals(set.status().updateRevision()));
    }

    private static int limit(KubernetesObject owner) {
        if (owner instanceof Deployment deployment) {
            Integer ofSets = deployment.spec().revisionHistoryLimit();
            return ofSets == null ? DEFAULT_LIMIT : ofSets;
        }
        Integer limit = owner instanceof StatefulSet set
                ? set.spec().revisionHistoryLimit()
                : ((DaemonSet) owner).spec().revisionHistoryLimit();
        return limit == null ? DEFAULT_LIMIT : limit;
    }
}
