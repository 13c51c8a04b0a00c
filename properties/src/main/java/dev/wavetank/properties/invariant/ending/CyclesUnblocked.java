package dev.wavetank.properties.invariant.ending;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.controller.garbagecollector.GarbageCollector;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.OpenFaults;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Before the garbage collector deletes an object in the foreground of which a dependent is being deleted in the
 * foreground already, it lets no owner wait for that object any longer: they may be a cycle.
 */
public final class CyclesUnblocked implements Invariant {

    private static final String FOREGROUND = "foregroundDeletion";

    private final CacheLag lag;
    private final OpenFaults faults = new OpenFaults();
    private final Map<String, KubernetesObject> objects = new LinkedHashMap<>();
    /** Since when dependents are being deleted in the foreground: by the uid of their owner, and theirs. */
    private final Map<String, Map<String, Long>> foregroundOf = new LinkedHashMap<>();
    /** What began to be deleted just now, as it was, until the request shows which client sent it. */
    private final Map<ObjectKey, KubernetesObject> going = new LinkedHashMap<>();

    /** With the age of what controllers act on. */
    public CyclesUnblocked(CacheLag lag) {
        this.lag = lag;
    }

    @Override
    public String name() {
        return "CyclesUnblocked";
    }

    @Override
    public String reason() {
        return "Objects that own each other would wait for one another for ever, once one of them is deleted in the"
                + " foreground. The collector looks no further than one dependent, so that this holds of others, too."
                + " Judged of times without faults: a collector that has begun again knows less.";
    }

    @Override
    public List<String> sources() {
        return List.of("pkg/controller/garbagecollector/garbagecollector.go (v1.32), attemptToDeleteItem;"
                + " pkg/controller/garbagecollector/patch.go, unblockOwnerReferencesStrategicMergePatch");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.DELETION, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "What the garbage collector deletes in the foreground blocks none of its owners while a dependent of it"
                + " is being deleted in the foreground.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(StoreTrace.class, ApiRequest.Delete.class, FaultTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        faults.observe(entry);
        if (entry.record() instanceof StoreTrace change) {
            observe(change, entry.time());
        } else if (!going.isEmpty()
                && entry.record() instanceof RequestTrace request
                && request.call().request() instanceof ApiRequest.Delete delete) {
            KubernetesObject object = going.remove(delete.key());
            if (object != null
                    && "Foreground".equals(delete.options().propagationPolicy())
                    && request.call().userAgent().equals(GarbageCollector.NAME)) {
                judge(object, entry.time(), outcomes);
            }
        }
    }

    private void observe(StoreTrace change, long now) {
        KubernetesObject object = change.object();
        if (object.metadata().ownerReferences().isEmpty() && !object.metadata().isDeleting()) {
            return;
        }
        if (change.change() == WatchEvent.Type.DELETED) {
            objects.remove(object.uid());
            foregroundOf.remove(object.uid());
            for (OwnerReference owner : object.metadata().ownerReferences()) {
                foregroundOf.getOrDefault(owner.uid(), new LinkedHashMap<>()).remove(object.uid());
            }
            return;
        }
        objects.put(object.uid(), object);
        if (isInForeground(object)) {
            for (OwnerReference owner : object.metadata().ownerReferences()) {
                foregroundOf
                        .computeIfAbsent(owner.uid(), first -> new LinkedHashMap<>(2))
                        .putIfAbsent(object.uid(), now);
            }
            KubernetesObject before = change.previous();
            if (before != null && !before.metadata().isDeleting()) {
                going.put(object.key(), before);
            }
        }
    }

    private static boolean isInForeground(KubernetesObject object) {
        return object.metadata().isDeleting() && object.metadata().finalizers().contains(FOREGROUND);
    }

    private void judge(KubernetesObject object, long now, Outcomes outcomes) {
        List<OwnerReference> blocked = object.metadata().ownerReferences().stream()
                .filter(owner -> Boolean.TRUE.equals(owner.blockOwnerDeletion()) && isWaiting(owner))
                .toList();
        for (Map.Entry<String, Long> dependent :
                foregroundOf.getOrDefault(object.uid(), Map.of()).entrySet()) {
            KubernetesObject known = objects.get(dependent.getKey());
            if (!blocked.isEmpty()
                    && known != null
                    && known.metadata().ownerReferences().stream()
                            .anyMatch(owner -> owner.uid().equals(object.uid()))
                    && !lag.mayHide(dependent.getValue(), now)
                    && faults.isNoneSince(dependent.getValue() - VirtualTime.MINUTE)) {
                outcomes.broken(
                        this,
                        ObjectNames.of(object),
                        "is deleted in the foreground while " + ObjectNames.of(known) + " is, too, and still blocks "
                                + blocked.get(0).kind() + " " + blocked.get(0).name());
                return;
            }
        }
    }

    /** Whether an owner waits for its dependents. */
    private boolean isWaiting(OwnerReference reference) {
        KubernetesObject owner = objects.get(reference.uid());
        return owner != null && isInForeground(owner);
    }
}
