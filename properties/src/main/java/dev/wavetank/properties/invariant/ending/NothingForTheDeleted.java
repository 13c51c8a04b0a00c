package dev.wavetank.properties.invariant.ending;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A controller makes no pods and no ReplicaSets for a workload that is being deleted. */
public final class NothingForTheDeleted implements Invariant {

    private final CacheLag lag;
    private final Map<String, Long> deletedAt = new LinkedHashMap<>();

    /** With the age of what controllers act on. */
    public NothingForTheDeleted(CacheLag lag) {
        this.lag = lag;
    }

    @Override
    public String name() {
        return "NothingForTheDeleted";
    }

    @Override
    public String reason() {
        return "In the foreground or beside a finalizer a workload is there for long after its deletion was"
                + " asked for; what is made for it then has to go again, and keeps it from going.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "pkg/controller/replicaset/replica_set.go (v1.32), syncReplicaSet: manages replicas only"
                        + " without deletionTimestamp",
                "pkg/controller/job/job_controller.go (v1.32), syncJob;"
                        + " pkg/controller/daemon/daemon_controller.go, syncDaemonSet");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.JOBS, Tag.DELETION, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A controller makes no pods and no ReplicaSets for a workload that is being deleted.";
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
        boolean isOwned = object instanceof Pod || object instanceof ReplicaSet;
        if (isOwned && change.change() == WatchEvent.Type.ADDED) {
            Long since = deletedAt.get(Present.controllerOf(object));
            if (since != null && !lag.mayHide(since, entry.time())) {
                outcomes.broken(this, ObjectNames.of(object), "was made for an owner that is being deleted");
            }
        }
        if (!(object instanceof Pod)) {
            if (change.change() == WatchEvent.Type.DELETED) {
                deletedAt.remove(object.uid());
            } else if (object.metadata().isDeleting()) {
                deletedAt.putIfAbsent(object.uid(), entry.time());
            }
        }
    }
}
