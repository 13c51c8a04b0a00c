package dev.wavetank.properties.invariant.ending;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** At rest no object refers to an owner that does not exist, by uid. A namesake of the owner is another object. */
public final class OwnersExist implements Invariant {

    private static final List<String> KINDS = List.of(
            "ConfigMap",
            "Secret",
            "Pod",
            "ReplicaSet",
            "Deployment",
            "StatefulSet",
            "DaemonSet",
            "Job",
            "CronJob",
            "ReplicationController",
            "Service");

    /** Of what is there of those kinds. */
    private final Set<String> uids = new LinkedHashSet<>();

    private final Map<String, KubernetesObject> owned = new LinkedHashMap<>();

    @Override
    public String name() {
        return "OwnersExist";
    }

    @Override
    public String reason() {
        return "The garbage collector deletes an object whose owners are all gone, and takes the reference to"
                + " one that is gone from an object that has others. What is left over is never collected, and uses"
                + " resources for ever. Only owners of kinds that every cluster has are judged, and no objects that"
                + " are being deleted.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Garbage Collection, Owners and dependents",
                "pkg/controller/garbagecollector/garbagecollector.go (v1.32), classifyReferences and"
                        + " attemptToDeleteItem");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.DELETION, Tag.AT_REST);
    }

    @Override
    public String statement() {
        return "At rest no object refers to an owner that does not exist.";
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
        if (change.change() == WatchEvent.Type.DELETED) {
            uids.remove(object.uid());
            owned.remove(object.uid());
            return;
        }
        if (KINDS.contains(object.kind())) {
            uids.add(object.uid());
        }
        if (object.metadata().ownerReferences().isEmpty()) {
            owned.remove(object.uid());
        } else {
            owned.put(object.uid(), object);
        }
    }

    @Override
    public void atRest(long now, Outcomes outcomes) {
        for (KubernetesObject object : owned.values()) {
            for (OwnerReference owner : object.metadata().ownerReferences()) {
                if (!uids.contains(owner.uid())
                        && KINDS.contains(owner.kind())
                        && !object.metadata().isDeleting()) {
                    outcomes.broken(
                            this,
                            ObjectNames.of(object),
                            "refers to the owner " + owner.kind() + " " + owner.name() + ", uid " + owner.uid()
                                    + ", which does not exist");
                }
            }
        }
    }
}
