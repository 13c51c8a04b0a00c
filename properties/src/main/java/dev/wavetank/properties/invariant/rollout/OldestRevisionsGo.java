package dev.wavetank.properties.invariant.rollout;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.apps.ControllerRevision;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
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
 * When a workload has more old revisions than it is to keep, the oldest go. Revisions that are in use, or may have been
 * a moment ago, do not count.
 */
public final class OldestRevisionsGo implements Invariant {

    private static final String REVISION = "deployment.kubernetes.io/revision";
    private static final String HASH = "controller-revision-hash";
    private static final List<String> AGENTS = List.of(
            KubernetesController.DEPLOYMENT.userAgent(),
            KubernetesController.STATEFUL_SET.userAgent(),
            KubernetesController.DAEMON_SET.userAgent());

    private final CacheLag lag;
    private final Present<ReplicaSet> sets = Present.byOwner(ReplicaSet.class);
    private final Present<ControllerRevision> revisions = Present.byOwner(ControllerRevision.class);
    private final Present<Pod> pods = Present.byOwner(Pod.class);
    private final Present<StatefulSet> stateful = new Present<>(StatefulSet.class);
    private final Map<String, Long> changed = new LinkedHashMap<>();
    /** When a pod of a revision was there last, by owner and hash. */
    private final Map<String, Long> used = new LinkedHashMap<>();
    /** The last state of what was deleted or marked, by key. */
    private final Map<ObjectKey, KubernetesObject> latest = new LinkedHashMap<>();

    /** Whether ReplicaSets go by their revisions; before, by their creation. */
    private final boolean setsGoByRevision;

    /** In a cluster of this version, with the age of what controllers act on. */
    public OldestRevisionsGo(CacheLag lag, KubernetesVersion version) {
        this.lag = lag;
        this.setsGoByRevision = version.has(Feature.DEPLOYMENT_CLEANUP_BY_REVISION);
    }

    @Override
    public String name() {
        return "OldestRevisionsGo";
    }

    @Override
    public String reason() {
        return "Users roll back to the last revision (kubectl rollout undo), which must be among those that are"
                + " kept.";
    }

    @Override
    public List<String> sources() {
        return List.of("pkg/controller/deployment/sync.go, cleanupDeployment;"
                + " pkg/controller/statefulset/stateful_set_control.go, truncateHistory;"
                + " pkg/controller/daemon/update.go, cleanupHistory (v1.32)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.ROLLOUTS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "When a workload has more old revisions than it is to keep, the oldest of them are deleted.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(
                Pod.class, ReplicaSet.class, ControllerRevision.class, StatefulSet.class, ApiRequest.Delete.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change) {
            observe(change, entry.time());
        } else if (entry.record() instanceof RequestTrace request
                && request.call().request() instanceof ApiRequest.Delete delete
                && AGENTS.contains(request.call().userAgent())
                && request.isWrite()) {
            boolean isRevision = List.of("replicasets", "controllerrevisions")
                    .contains(delete.resource().plural());
            KubernetesObject gone = isRevision ? latest.remove(delete.key()) : null;
            if (gone != null) {
                judge(gone, entry.time(), outcomes);
            }
        }
    }

    private void observe(StoreTrace change, long now) {
        if (pods.observe(change)) {
            String hash = change.object().metadata().labels().get(HASH);
            if (hash != null) {
                used.put(Present.controllerOf(change.object()) + " " + hash, now);
            }
        } else if (sets.observe(change) || revisions.observe(change)) {
            changed.put(change.object().uid(), now);
            latest.put(change.object().key(), change.object());
        } else {
            stateful.observe(change);
        }
    }

    private void judge(KubernetesObject gone, long now, Outcomes outcomes) {
        String owner = Present.controllerOf(gone);
        if (owner.isEmpty()) {
            return;
        }
        boolean isSet = gone instanceof ReplicaSet;
        if (isSet && !setsGoByRevision) {
            return;
        }
        for (KubernetesObject kept : isSet ? sets.ownedBy(owner) : revisions.ownedBy(owner)) {
            if (number(kept) < number(gone)
                    && !kept.metadata().isDeleting()
                    && !lag.mayHide(changed.getOrDefault(kept.uid(), Long.MIN_VALUE / 2), now)
                    && (isSet ? isAtRest((ReplicaSet) kept) : !isUsed((ControllerRevision) kept, owner, now))) {
                outcomes.broken(
                        this,
                        ObjectNames.of(gone),
                        "is deleted as revision " + number(gone) + ", although " + ObjectNames.of(kept)
                                + " is an older one, " + number(kept));
                return;
            }
        }
    }

    private static boolean isAtRest(ReplicaSet set) {
        return Defaults.zeroIfNull(set.spec().replicas()) == 0
                && set.status() != null
                && Defaults.zeroIfNull(set.status().replicas()) == 0
                && set.metadata().generation() != null
                && set.metadata().generation().equals(set.status().observedGeneration());
    }

    private boolean isUsed(ControllerRevision revision, String owner, long now) {
        String name = revision.metadata().name();
        StatefulSet set = stateful.get(owner);
        if (set != null && set.status() != null) {
            Set<String> named = new LinkedHashSet<>();
            named.add(String.valueOf(set.status().currentRevision()));
            named.add(String.valueOf(set.status().updateRevision()));
            if (named.contains(name)) {
                return true;
            }
        }
        for (Map.Entry<String, Long> one : used.entrySet()) {
            String hash = one.getKey().substring(one.getKey().indexOf(' ') + 1);
            if (one.getKey().startsWith(owner + " ") && name.endsWith(hash) && lag.mayHide(one.getValue(), now)) {
                return true;
            }
        }
        return pods.ownedBy(owner).stream()
                .anyMatch(pod -> name.endsWith(pod.metadata().labels().getOrDefault(HASH, "-")));
    }

    private static long number(KubernetesObject object) {
        if (object instanceof ControllerRevision revision) {
            return revision.number();
        }
        String text = object.metadata().annotations().getOrDefault(REVISION, "0");
        return text.matches("[0-9]{1,9}") ? Long.parseLong(text) : 0;
    }
}
