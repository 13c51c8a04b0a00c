package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.ExpectationTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Controllers that expect pods which have come and gone: {@link KnownBehaviour#MISSED_CREATIONS}.
 *
 * <p>A cache that lists again after a broken watch never shows such a pod, so the creation stays expected for five
 * minutes, and longer until a change of something else makes the controller look.
 */
public final class MissedCreations {

    private final Map<String, Expected> expected = new LinkedHashMap<>();
    /** Whether there has been a fault, without which no watch breaks. */
    private boolean isDisturbed;

    /** What one controller expects for one owner, and which pods of it came since. */
    private static final class Expected {
        private final String component;
        private final ObjectKey owner;
        private final Set<String> created = new LinkedHashSet<>();
        private boolean hasLost;
        /** Whether the owner was deleted, after which nothing of it is to be expected. */
        private boolean isOver;

        private Expected(String component, ObjectKey owner) {
            this.component = component;
            this.owner = owner;
        }
    }

    /** Observes faults, expectations, pods and their owners, and crashes. */
    public void observe(TraceEntry entry) {
        if (entry.record() instanceof FaultTrace.Opened) {
            isDisturbed = true;
        } else if (entry.record() instanceof ExpectationTrace trace) {
            String id = trace.controller() + " " + trace.owner();
            if (trace.isMet()) {
                expected.remove(id);
            } else if (trace.creations() > 0) {
                expected.put(id, new Expected(entry.component(), trace.owner()));
            }
        } else if (expected.isEmpty()) {
            return;
        } else if (entry.record() instanceof ComponentTrace.Crashed) {
            expected.values().removeIf(each -> each.component.equals(entry.component()));
        } else if (!(entry.record() instanceof StoreTrace change)) {
            return;
        } else if (change.object() instanceof Pod pod) {
            String owner = pod.metadata().controller().map(OwnerReference::name).orElse(null);
            if (owner != null) {
                observe(change, new ObjectKey(pod.key().namespace(), owner));
            }
        } else if (change.change() == WatchEvent.Type.DELETED) {
            expected.values()
                    .forEach(each ->
                            each.isOver |= each.owner.equals(change.object().key()));
        }
    }

    private void observe(StoreTrace change, ObjectKey owner) {
        for (Expected each : expected.values()) {
            if (!each.owner.equals(owner)) {
                continue;
            }
            String uid = change.object().uid();
            if (change.change() == WatchEvent.Type.ADDED) {
                each.created.add(uid);
            } else if (change.change() == WatchEvent.Type.DELETED) {
                each.hasLost |= each.created.contains(uid);
            }
        }
    }

    /** Whether a controller may wait for a pod of this owner that nobody can see any more. */
    public boolean hinder(ObjectKey owner) {
        return isDisturbed
                && expected.values().stream()
                        .anyMatch(each -> each.hasLost && !each.isOver && each.owner.equals(owner));
    }
}
