package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.Defaults;
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
import dev.wavetank.sim.trace.TraceEntry;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The lease of an election counts its transitions between holders, and says since when the present one has it. A
 * program that holds the lease again after it lost it for a moment counts as another holder: its identity is new.
 */
public final class LeasesCountHolders implements Invariant {

    @Override
    public String name() {
        return "LeasesCountHolders";
    }

    @Override
    public String reason() {
        return "Operators read from it how often and when a control plane has lost its leader.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "API reference v1.32, LeaseSpec: leaseTransitions, acquireTime",
                "staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go (v1.32), tryAcquireOrRenew");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.LEADERS, Tag.STATUS, Tag.SAFETY);
    }

    @Override
    public Focus focus() {
        return Focus.LEASE;
    }

    @Override
    public String statement() {
        return "A lease counts one more transition when its holder changes, and keeps count and acquireTime otherwise.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Lease.class, Endpoints.class, ConfigMap.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (!(entry.record() instanceof StoreTrace change) || change.change() != WatchEvent.Type.MODIFIED) {
            return;
        }
        Optional<Lease.Spec> before = ElectionRecord.of(change.previous());
        Optional<Lease.Spec> now = ElectionRecord.of(change.object());
        if (before.isEmpty() || now.isEmpty() || before.get().holderIdentity() == null) {
            return;
        }
        boolean isSame = Objects.equals(before.get().holderIdentity(), now.get().holderIdentity());
        int counted = Defaults.zeroIfNull(before.get().leaseTransitions());
        int expected = isSame ? counted : counted + 1;
        int found = Defaults.zeroIfNull(now.get().leaseTransitions());
        if (found != expected) {
            outcomes.broken(
                    this,
                    ObjectNames.of(change.object()),
                    "counts " + found + " transitions after " + counted + ", expected " + expected + " with holder "
                            + now.get().holderIdentity());
        } else if (isSame
                && !Objects.equals(
                        second(before.get().acquireTime()), second(now.get().acquireTime()))) {
            outcomes.broken(
                    this, ObjectNames.of(change.object()), "changed its acquireTime, although its holder is the same");
        } else if (!isSame && !Objects.equals(now.get().acquireTime(), now.get().renewTime())) {
            outcomes.broken(
                    this,
                    ObjectNames.of(change.object()),
                    "was acquired by " + now.get().holderIdentity() + " at "
                            + now.get().renewTime() + ", and says " + now.get().acquireTime());
        }
    }

    /** From v1.17 to v1.19 a Lease is renewed with what Endpoints say, whose record has whole seconds. */
    private static @Nullable Instant second(@Nullable Instant time) {
        return time == null ? null : time.truncatedTo(ChronoUnit.SECONDS);
    }
}
