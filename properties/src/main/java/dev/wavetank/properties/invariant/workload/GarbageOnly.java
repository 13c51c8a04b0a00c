package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.controller.garbagecollector.GarbageCollector;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Departed;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The garbage collector deletes no object that has a living owner, nor one whose owner was deleted without its
 * dependents. An owner that waits for its dependents to be deleted is no reason to keep them.
 *
 * <p>The collector sets only those dependents free that its cache shows. One that a controller adopts afterwards,
 * because it has read its owner just before, is {@link KnownBehaviour#ADOPTED_TOO_LATE known}, and so is what the
 * collector of v1.19 and before makes of a {@linkplain KnownBehaviour#ABSENT_BY_UID reference that leads nowhere}.
 */
public final class GarbageOnly implements Invariant {

    /** Resources that are written all the time and never owned. */
    private static final List<String> REPORTS = List.of("events", "leases");

    private static final String FOREGROUND = "foregroundDeletion";
    private static final String ORPHAN = "orphan";

    private final CacheLag lag;
    private final boolean knowsOwnersByUid;
    /** Uids that a reference has given to another kind, name or namespace. */
    private final Set<String> misnamed = new LinkedHashSet<>();

    private final Map<String, KubernetesObject> live = new LinkedHashMap<>();
    /** The latest state of what has owners, by its uid; also when it is gone. */
    private final Map<String, KubernetesObject> owned = new LinkedHashMap<>();
    /** Since when an object has an owner, by both their uids. */
    private final Map<String, Long> ownedSince = new LinkedHashMap<>();
    /** What got an owner later than it was made, by both their uids. */
    private final Set<String> adopted = new LinkedHashSet<>();
    /** Since when an object is deleted without its dependents. */
    private final Map<String, Long> orphaning = new LinkedHashMap<>();
    /** Until when owners that are still there have waited for their dependents. */
    private final Map<String, Long> waited = new LinkedHashMap<>();
    /** The collector's last reads, by uid. */
    private final Map<String, KubernetesObject> read = new LinkedHashMap<>();

    private final Departed<String> gone = new Departed<>(this::forget);

    /** With the age of what controllers act on, in a cluster of this version. */
    public GarbageOnly(CacheLag lag, KubernetesVersion version) {
        this.knowsOwnersByUid = !version.has(Feature.GC_OWNER_COORDINATES);
        this.lag = lag;
    }

    @Override
    public String name() {
        return "GarbageOnly";
    }

    @Override
    public String reason() {
        return "The collector deletes without asking anybody, so what it takes for garbage is lost: pods that"
                + " serve, or the volumes' claims of a database. It reads an object right before it deletes it;"
                + " owners that came after that read are excused, and so is a dependent that came shortly before"
                + " its owner was deleted without it.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Garbage Collection, Owners and dependents; Orphaned dependents",
                "pkg/controller/garbagecollector/garbagecollector.go (v1.32), attemptToDeleteItem and"
                        + " orphanDependents",
                "kubernetes#43032");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.DELETION, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "The garbage collector deletes nothing that has a living owner, or was to be orphaned.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(StoreTrace.class, ApiRequest.Get.class, ApiRequest.Delete.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change) {
            if (!REPORTS.contains(change.resource().plural())) {
                observe(change, entry.time());
            }
        } else if (entry.record() instanceof RequestTrace request
                && request.call().userAgent().equals(GarbageCollector.NAME)) {
            observe(request, entry.time(), outcomes);
        }
    }

    private void observe(StoreTrace change, long now) {
        KubernetesObject object = change.object();
        String uid = object.uid();
        if (uid == null) {
            // What the API server keeps for itself, such as which addresses of Services are taken.
            return;
        }
        if (change.change() == WatchEvent.Type.DELETED) {
            live.remove(uid);
            gone.add(uid, now);
        } else {
            live.put(uid, object);
            if (change.previous() != null && isWaiting(change.previous()) && !isWaiting(object)) {
                waited.put(uid, now);
            }
        }
        if (object.metadata().isDeleting() && object.metadata().finalizers().contains(ORPHAN)) {
            orphaning.putIfAbsent(uid, now);
        }
        if (!object.metadata().ownerReferences().isEmpty() || owned.containsKey(uid)) {
            owned.put(uid, object);
            for (OwnerReference owner : object.metadata().ownerReferences()) {
                String both = uid + " " + owner.uid();
                KubernetesObject there = live.get(owner.uid());
                if (there != null && !isMeant(owner, there, object)) {
                    misnamed.add(owner.uid());
                }
                if (ownedSince.putIfAbsent(both, now) == null && change.previous() != null) {
                    adopted.add(both);
                }
            }
        }
    }

    private void forget(String uid) {
        KubernetesObject object = owned.remove(uid);
        if (object != null) {
            object.metadata().ownerReferences().forEach(owner -> {
                ownedSince.remove(uid + " " + owner.uid());
                adopted.remove(uid + " " + owner.uid());
            });
        }
        orphaning.remove(uid);
        waited.remove(uid);
        read.remove(uid);
    }

    private void observe(RequestTrace request, long now, Outcomes outcomes) {
        if (request.call().request() instanceof ApiRequest.Get && request.response() instanceof ApiResponse.One one) {
            read.put(one.object().uid(), one.object());
        } else if (request.call().request() instanceof ApiRequest.Delete delete
                && request.response().isSuccess()
                && delete.options().uid() != null
                && owned.containsKey(delete.options().uid())) {
            judge(owned.get(delete.options().uid()), now, outcomes);
        }
    }

    private void judge(KubernetesObject object, long now, Outcomes outcomes) {
        KubernetesObject known = read.getOrDefault(object.uid(), object);
        for (OwnerReference owner : known.metadata().ownerReferences()) {
            if (object.metadata().ownerReferences().contains(owner)) {
                judge(object, owner, now, outcomes);
            }
        }
    }

    private void judge(KubernetesObject object, OwnerReference reference, long now, Outcomes outcomes) {
        KubernetesObject owner = live.get(reference.uid());
        String described = reference.kind() + " " + reference.name();
        Long orphanedAt = orphaning.get(reference.uid());
        if (orphanedAt != null) {
            String both = object.uid() + " " + reference.uid();
            long since = ownedSince.get(both);
            String wrong =
                    "was deleted as garbage, although its owner " + described + " was deleted without its dependents";
            if (since > orphanedAt && adopted.contains(both)) {
                outcomes.known(KnownBehaviour.ADOPTED_TOO_LATE, this, ObjectNames.of(object), wrong);
            } else if (!lag.mayHide(since, orphanedAt)) {
                outcomes.broken(this, ObjectNames.of(object), wrong);
            }
        } else if (owner != null && isMeant(reference, owner, object) && !mayWait(owner, now)) {
            String wrong = "was deleted as garbage, although its owner " + described + " lives";
            if (knowsOwnersByUid && misnamed.contains(reference.uid())) {
                outcomes.known(KnownBehaviour.ABSENT_BY_UID, this, ObjectNames.of(object), wrong);
            } else {
                outcomes.broken(this, ObjectNames.of(object), wrong);
            }
        }
    }

    /** An owner is looked up by kind and name, in the object's namespace when the kind is in namespaces. */
    private static boolean isMeant(OwnerReference reference, KubernetesObject owner, KubernetesObject object) {
        String namespace = owner.key().namespace();
        return owner.kind().equals(reference.kind())
                && owner.metadata().name().equals(reference.name())
                && (namespace.isEmpty() || namespace.equals(object.key().namespace()));
    }

    /** Whether the owner waits for its dependents, or did so when the collector looked. */
    private boolean mayWait(KubernetesObject owner, long now) {
        Long until = waited.get(owner.uid());
        return isWaiting(owner) || until != null && lag.mayHide(until, now);
    }

    private static boolean isWaiting(KubernetesObject owner) {
        return owner.metadata().isDeleting() && owner.metadata().finalizers().contains(FOREGROUND);
    }
}
