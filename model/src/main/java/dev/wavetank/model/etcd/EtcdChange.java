package dev.wavetank.model.etcd;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.component.Context;

/**
 * One committed change.
 *
 * @param type added, modified or deleted
 * @param entry the key after the change; for a deletion its last value, stamped with the revision of the deletion
 * @param previous the value before; null when the key was added
 * @param revision of the store after the change
 */
public record EtcdChange(WatchEvent.Type type, EtcdEntry entry, KubernetesObject previous, long revision) {

    /** The object after the change; for a deletion the last state. */
    public KubernetesObject object() {
        return entry.value();
    }

    /** What the trace says of it. */
    public StoreTrace toTrace() {
        return new StoreTrace(type, entry.resource(), object(), previous, revision);
    }

    /** Writes it into the trace, as what made its revision: who lists or replays it later follows from that record. */
    public void record(Context member) {
        member.trace(toTrace());
        member.publish(revision);
    }
}
