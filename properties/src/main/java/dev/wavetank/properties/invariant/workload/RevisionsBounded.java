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
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * At rest no workload has more old revisions than its {@code revisionHistoryLimit}.
 *
 * <p>Old are the ReplicaSets of a Deployment that have no pods and are not the newest, and the ControllerRevisions of
 * a StatefulSet or DaemonSet by which no pod is made, but for the newest.
 */
public final class RevisionsBounded implements Invariant {

    private static final int DEFAULT_LIMIT = 10;
    private static final String HASH = "controller-revision-hash";

    private final Map<String, KubernetesObject> owners = new LinkedHashMap<>();
    private final Map<String, KubernetesObject> revisions = new LinkedHashMap<>();
    private final Map<String, Pod> hashed = new LinkedHashMap<>();

    @Override
    public String name() {
        return "RevisionsBounded";
    }

    @Override
    public String statement() {
        return "At rest no workload has more old revisions than its revisionHistoryLimit.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(StoreTrace.class);
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
            }
        } else if (object instanceof ReplicaSet || object instanceof ControllerRevision) {
            replace(revisions, change, object);
        } else if (object instanceof Deployment || object instanceof StatefulSet || object instanceof DaemonSet) {
            replace(owners, change, object);
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
    public void conclude(long now, Outcomes outcomes) {
        Map<String, Integer> old = new LinkedHashMap<>();
        for (KubernetesObject revision : revisions.values()) {
            OwnerReference owner = revision.metadata().controller().orElse(null);
            if (owner != null && !revision.metadata().isDeleting() && !isUsed(revision, owner.uid())) {
                old.merge(owner.uid(), 1, Integer::sum);
            }
        }
        for (KubernetesObject owner : owners.values()) {
            int limit = limit(owner);
            // The newest one may be without pods and does not count.
            long most = limit + 1L;
            if (old.getOrDefault(owner.uid(), 0) > most && !owner.metadata().isDeleting()) {
                outcomes.broken(
                        this,
                        ObjectNames.of(owner),
                        "has " + old.get(owner.uid()) + " revisions without pods, expected at most " + limit
                                + " and the newest");
            }
        }
    }

    private boolean isUsed(KubernetesObject revision, String owner) {
        if (revision instanceof ReplicaSet set) {
            return Defaults.zeroIfNull(set.spec().replicas()) > 0
                    || set.status() != null && Defaults.zeroIfNull(set.status().replicas()) > 0;
        }
        return hashed.values().stream()
                .filter(pod -> pod.metadata().isControlledBy(owner))
                .map(pod -> pod.metadata().labels().get(HASH))
                .anyMatch(hash -> revision.metadata().name().endsWith(hash));
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
