package dev.wavetank.model.trace;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.Locale;

/**
 * The store committed a change: the truth that invariants judge by.
 *
 * @param change added, modified or deleted
 * @param resource of the object
 * @param object the state after the change; for a deletion the last state
 * @param previous the state before; null when it was added
 * @param revision of the store
 */
public record StoreTrace(
        WatchEvent.Type change,
        ResourceType resource,
        KubernetesObject object,
        KubernetesObject previous,
        long revision)
        implements TraceRecord {

    @Override
    public String type() {
        return "store." + change.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public void describe(Fields out) {
        out.text("resource", resource.plural())
                .text("object", object.key().toString())
                .text("uid", object.uid())
                .number("revision", revision);
    }
}
