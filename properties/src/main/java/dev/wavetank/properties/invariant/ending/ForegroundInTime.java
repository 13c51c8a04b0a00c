package dev.wavetank.properties.invariant.ending;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.ControllerRevision;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.batch.CronJob;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.ConfigMap;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.api.discovery.EndpointSlice;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * As long as nothing goes wrong, an object that is deleted in the foreground goes soon after the last dependent that
 * blocks its deletion; others do not hold it up.
 *
 * <p>"Foreground cascading deletion" in the documentation: only dependents with {@code blockOwnerDeletion} are waited
 * for ({@code processDeletingDependentsItem}, pkg/controller/garbagecollector/garbagecollector.go).
 */
public final class ForegroundInTime implements Invariant {

    private static final String FOREGROUND = "foregroundDeletion";
    /** The collector acts on an event; the rest is for its queue and its rate limit. */
    private static final long PROMPT = 10 * VirtualTime.SECOND;

    private final long bound;
    /** What is deleted in the foreground, by uid, with the time from which nothing blocks it. */
    private final Map<String, Long> freeSince = new LinkedHashMap<>();
    /** The uids of dependents that block the deletion of an owner, by its uid. */
    private final Map<String, Set<String>> blocking = new LinkedHashMap<>();

    private boolean isDisturbed;

    /** In a cluster with these delays. */
    public ForegroundInTime(Delays delays) {
        this.bound = PROMPT + delays.visibility() + delays.answer();
    }

    @Override
    public String name() {
        return "ForegroundInTime";
    }

    @Override
    public String reason() {
        return "Only dependents with blockOwnerDeletion are waited for; with others an owner could be"
                + " held up for as long as they like. Judged until the first fault.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Garbage Collection: Foreground cascading deletion",
                "pkg/controller/garbagecollector/garbagecollector.go, processDeletingDependentsItem (v1.32)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.DELETION, Tag.LIVENESS);
    }

    @Override
    public String statement() {
        return "An object that is deleted in the foreground goes soon after the last dependent that blocks it.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(
                Deployment.class,
                ReplicaSet.class,
                StatefulSet.class,
                DaemonSet.class,
                Job.class,
                CronJob.class,
                ControllerRevision.class,
                Service.class,
                EndpointSlice.class,
                ConfigMap.class,
                PersistentVolumeClaim.class,
                GenericObject.class,
                Pod.class,
                FaultTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof FaultTrace) {
            isDisturbed = true;
        } else if (!isDisturbed && entry.record() instanceof StoreTrace change) {
            boolean isGone = change.change() == WatchEvent.Type.DELETED;
            observe(change.object(), change.previous(), isGone, entry.time());
            observe(change.object(), isGone, entry.time(), outcomes);
        }
    }

    /** As a dependent. */
    private void observe(KubernetesObject object, @Nullable KubernetesObject before, boolean isGone, long now) {
        List<OwnerReference> owners = object.metadata().ownerReferences();
        boolean isSame = before != null && before.metadata().ownerReferences().equals(owners);
        if (isSame && !isGone) {
            return;
        }
        if (before != null) {
            before.metadata().ownerReferences().forEach(owner -> remove(owner.uid(), object.uid(), now));
        }
        for (OwnerReference owner : owners) {
            if (isGone) {
                remove(owner.uid(), object.uid(), now);
            } else if (Boolean.TRUE.equals(owner.blockOwnerDeletion())) {
                blocking.computeIfAbsent(owner.uid(), first -> new LinkedHashSet<>())
                        .add(object.uid());
                freeSince.computeIfPresent(owner.uid(), (uid, since) -> Long.MAX_VALUE);
            }
        }
    }

    private void remove(String owner, String dependent, long now) {
        Set<String> all = blocking.get(owner);
        if (all != null && all.remove(dependent) && all.isEmpty()) {
            blocking.remove(owner);
            freeSince.computeIfPresent(owner, (uid, since) -> now);
        }
    }

    /** As an owner. */
    private void observe(KubernetesObject object, boolean isGone, long now, Outcomes outcomes) {
        boolean isWaiting = !isGone
                && object.metadata().isDeleting()
                && object.metadata().finalizers().contains(FOREGROUND);
        if (isWaiting) {
            freeSince.putIfAbsent(object.uid(), blocking.containsKey(object.uid()) ? Long.MAX_VALUE : now);
            return;
        }
        Long since = freeSince.remove(object.uid());
        if (since == null || since == Long.MAX_VALUE) {
            return;
        }
        outcomes.used(this, now - since, bound, () -> ObjectNames.of(object));
        if (now - since > bound) {
            outcomes.broken(
                    this,
                    ObjectNames.of(object),
                    "goes " + VirtualTime.span(now - since) + " after the last dependent that blocked it");
        }
    }
}
