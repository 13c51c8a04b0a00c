package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.coordination.Lease;
import dev.wavetank.model.client.leaderelection.ElectionRecord;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

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
    public String statement() {
        return "A lease goes from one holder to another only when it was not renewed for its duration.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(StoreTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (!(entry.record() instanceof StoreTrace change)
                || ElectionRecord.of(change.object()).isEmpty()) {
            return;
        }
        KubernetesObject lease = change.object();
        if (change.change() == WatchEvent.Type.DELETED) {
            renewed.remove(lease.uid());
            return;
        }
        Long last = renewed.put(lease.uid(), entry.time());
        Optional<Lease.Spec> before =
                change.previous() == null ? Optional.empty() : ElectionRecord.of(change.previous());
        if (last == null || before.isEmpty()) {
            return;
        }
        String holder = holder(before.get());
        String next = holder(ElectionRecord.of(lease).get());
        int seconds = Defaults.zeroIfNull(before.get().leaseDurationSeconds());
        long duration = seconds * VirtualTime.SECOND;
        long waited = entry.time() - last;
        if (!holder.isEmpty() && !next.isEmpty() && !holder.equals(next) && waited < duration) {
            outcomes.broken(
                    this,
                    ObjectNames.of(lease),
                    "went from " + holder + " to " + next + " " + VirtualTime.span(waited)
                            + " after it was renewed, expected " + VirtualTime.span(duration));
        }
    }

    private static String holder(Lease.Spec record) {
        return Objects.requireNonNullElse(record.holderIdentity(), "");
    }
}
