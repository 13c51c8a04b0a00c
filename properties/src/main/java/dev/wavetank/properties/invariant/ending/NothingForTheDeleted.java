package dev.wavetank.properties.invariant.ending;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A controller makes no pods and no ReplicaSets for a workload that is being deleted.
 *
 * <p>In the foreground or beside a finalizer a workload is there for long after its deletion was asked for; what is
 * made for it then has to go again, and keeps it from going.
 */
public final class NothingForTheDeleted implements Invariant {

    private final CacheLag lag;
    private final Map<String, Long> deletedAt = new LinkedHashMap<>();

    /** In a cluster with these delays. */
    public NothingForTheDeleted(Delays delays) {
        this.lag = new CacheLag(delays);
    }

    @Override
    public String name() {
        return "NothingForTheDeleted";
    }

    @Override
    public String statement() {
        return "A controller makes no pods and no ReplicaSets for a workload that is being deleted.";
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        lag.observe(entry);
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
