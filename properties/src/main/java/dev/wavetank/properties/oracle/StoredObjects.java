package dev.wavetank.properties.oracle;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The objects in the store, from its changes. Initial objects of a cluster are missing until they change.
 */
final class StoredObjects implements TraceSink {

    private final Map<String, Stored> objects = new TreeMap<>();

    /** An object in its place. */
    record Stored(ResourceType resource, KubernetesObject object) {}

    @Override
    public void accept(TraceEntry entry) {
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        if (change.change() == WatchEvent.Type.DELETED) {
            objects.remove(change.subject());
        } else {
            objects.put(change.subject(), new Stored(change.resource(), change.object()));
        }
    }

    List<Stored> all() {
        return new ArrayList<>(objects.values());
    }
}
