package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.coordination.Lease;
import dev.wavetank.model.api.core.ConfigMap;
import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.client.leaderelection.ElectionRecord;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Focus;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** A lease goes from one holder to another only when it was not renewed for its duration. */
public final class LeaseRunsOut implements Invariant {

    private final Map<String, Long> renewed = new LinkedHashMap<>();

    @Override
    public String name() {
        return "LeaseRunsOut";
    }

    @Override
    public String reason() {
        return "With that, and because a leader stops when it could not renew for the shorter renew deadline of"
                + " its own clock, at most one leader acts. A candidate that takes a lease early makes two.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go (v1.32), tryAcquireOrRenew");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.LEADERS, Tag.SAFETY);
    }

    @Override
    public Focus focus() {
        return Focus.LEASE;
    }

    @Override
    public String statement() {
        return "A lease goes from one holder to another only when it was not renewed for its duration.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Lease.class, Endpoints.class, ConfigMap.class);
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
