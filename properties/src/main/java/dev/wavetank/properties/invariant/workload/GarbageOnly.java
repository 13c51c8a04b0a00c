package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.controller.garbagecollector.GarbageCollector;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Departed;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The garbage collector deletes no object that has a living owner, nor one whose owner was deleted without its
 * dependents.
 *
 * <p>An owner that waits for its dependents to be deleted is no reason to keep them. The collector reads an object
 * right before it deletes it and may not know of owners that came after; and it sets only those dependents free that
 * its cache shows, so one that came shortly before its owner was deleted may be taken for garbage.
 */
public final class GarbageOnly implements Invariant {

    /** Resources that are written all the time and never owned. */
    private static final List<String> REPORTS = List.of("events", "leases");

    private static final String FOREGROUND = "foregroundDeletion";
    private static final String ORPHAN = "orphan";

    private final CacheLag lag;
    private final Map<String, KubernetesObject> live = new LinkedHashMap<>();
    /** The latest state of what has owners, by its uid; also when it is gone. */
    private final Map<String, KubernetesObject> owned = new LinkedHashMap<>();
    /** Since when an object has an owner, by both their uids. */
    private final Map<String, Long> ownedSince = new LinkedHashMap<>();
    /** Since when an object is deleted without its dependents. */
    private final Map<String, Long> orphaning = new LinkedHashMap<>();
    /** The collector's last reads, by uid. */
    private final Map<String, KubernetesObject> read = new LinkedHashMap<>();

    private final Departed<String> gone = new Departed<>(this::forget);

    /** With default settings. */
    public GarbageOnly() {
        this(Delays.NONE);
    }

    /** In a cluster with these delays. */
    public GarbageOnly(Delays delays) {
        this.lag = new CacheLag(delays);
    }

    @Override
    public String name() {
        return "GarbageOnly";
    }

    @Override
    public String statement() {
        return "The garbage collector deletes nothing that has a living owner, or was to be orphaned.";
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        lag.observe(entry);
        if (entry.record() instanceof StoreTrace change) {
            if (!REPORTS.contains(change.resource().plural())) {
                observe(change, entry.time());
            }
        } else if (entry.record() instanceof RequestTrace request
                && request.call().userAgent().equals(GarbageCollector.NAME)) {
            observe(request, outcomes);
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
        }
        if (object.metadata().isDeleting() && object.metadata().finalizers().contains(ORPHAN)) {
            orphaning.putIfAbsent(uid, now);
        }
        if (!object.metadata().ownerReferences().isEmpty() || owned.containsKey(uid)) {
            owned.put(uid, object);
            for (OwnerReference owner : object.metadata().ownerReferences()) {
                ownedSince.putIfAbsent(uid + " " + owner.uid(), now);
            }
        }
    }

    private void forget(String uid) {
        KubernetesObject object = owned.remove(uid);
        if (object != null) {
            object.metadata().ownerReferences().forEach(owner -> ownedSince.remove(uid + " " + owner.uid()));
        }
        orphaning.remove(uid);
        read.remove(uid);
    }

    private void observe(RequestTrace request, Outcomes outcomes) {
        if (request.call().request() instanceof ApiRequest.Get && request.response() instanceof ApiResponse.One one) {
            read.put(one.object().uid(), one.object());
        } else if (request.call().request() instanceof ApiRequest.Delete delete
                && request.response().isSuccess()
                && delete.options().uid() != null
                && owned.containsKey(delete.options().uid())) {
            judge(owned.get(delete.options().uid()), outcomes);
        }
    }

    private void judge(KubernetesObject object, Outcomes outcomes) {
        KubernetesObject known = read.getOrDefault(object.uid(), object);
        for (OwnerReference owner : known.metadata().ownerReferences()) {
            if (object.metadata().ownerReferences().contains(owner)) {
                judge(object, owner, outcomes);
            }
        }
    }

    private void judge(KubernetesObject object, OwnerReference reference, Outcomes outcomes) {
        KubernetesObject owner = live.get(reference.uid());
        String described = reference.kind() + " " + reference.name();
        Long orphanedAt = orphaning.get(reference.uid());
        if (orphanedAt != null) {
            if (!lag.mayHide(ownedSince.get(object.uid() + " " + reference.uid()), orphanedAt)) {
                outcomes.broken(
                        this,
                        ObjectNames.of(object),
                        "was deleted as garbage, although its owner " + described
                                + " was deleted without its dependents");
            }
        } else if (owner != null && isMeant(reference, owner, object) && !isWaiting(owner)) {
            outcomes.broken(
                    this, ObjectNames.of(object), "was deleted as garbage, although its owner " + described + " lives");
        }
    }

    /** An owner is looked up by kind and name, in the object's namespace when the kind is in namespaces. */
    private static boolean isMeant(OwnerReference reference, KubernetesObject owner, KubernetesObject object) {
        String namespace = owner.key().namespace();
        return owner.kind().equals(reference.kind())
                && owner.metadata().name().equals(reference.name())
                && (namespace.isEmpty() || namespace.equals(object.key().namespace()));
    }

    private static boolean isWaiting(KubernetesObject owner) {
        return owner.metadata().isDeleting() && owner.metadata().finalizers().contains(FOREGROUND);
    }
}
