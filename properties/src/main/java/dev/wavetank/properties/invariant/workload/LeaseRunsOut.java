package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Verdicts;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A lease goes from one holder to another only when it was not renewed for its duration.
 *
 * <p>With that, and because a leader stops when it could not renew for the shorter renew deadline of its own clock, at
 * most one leader acts.
 */
public final class LeaseRunsOut implements Invariant {

    private final Map<String, Long> renewed = new LinkedHashMap<>();

    @Override
    public String name() {
        return "LeaseRunsOut";
    }

    @Override
    public String law() {
        return "A lease goes from one holder to another only when it was not renewed for its duration.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(StoreTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Verdicts verdicts) {
        if (!(entry.record() instanceof StoreTrace change)
                || !change.resource().plural().equals("leases")
                || !(change.object() instanceof GenericObject lease)) {
            return;
        }
        if (change.change() == WatchEvent.Type.DELETED) {
            renewed.remove(lease.uid());
            return;
        }
        Long last = renewed.put(lease.uid(), entry.time());
        if (last == null || !(change.previous() instanceof GenericObject before)) {
            return;
        }
        String holder = JsonFields.text(Trees.spec(before), "holderIdentity");
        String next = JsonFields.text(Trees.spec(lease), "holderIdentity");
        long duration = Trees.number(Trees.spec(before), "leaseDurationSeconds", 0) * VirtualTime.SECOND;
        long waited = entry.time() - last;
        if (!holder.isEmpty() && !next.isEmpty() && !holder.equals(next) && waited < duration) {
            verdicts.broken(
                    this,
                    ObjectNames.of(lease),
                    "went from " + holder + " to " + next + " " + VirtualTime.span(waited)
                            + " after it was renewed, expected " + VirtualTime.span(duration));
        }
    }
}
