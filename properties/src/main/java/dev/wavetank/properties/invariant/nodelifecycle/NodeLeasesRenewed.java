package dev.wavetank.properties.invariant.nodelifecycle;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.coordination.Lease;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.OpenFaults;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * While nothing goes wrong, a kubelet renews the lease of its node four times in its duration. Two intervals and a half
 * are taken for too long.
 */
public final class NodeLeasesRenewed implements Invariant {

    private static final String NAMESPACE = "kube-node-lease";
    private static final int RENEWALS = 4;

    private final Map<String, Long> renewed = new LinkedHashMap<>();
    private final long slack;
    private final OpenFaults faults = new OpenFaults();

    /** In a cluster with these delays. */
    public NodeLeasesRenewed(Delays delays) {
        this.slack = delays.answer();
    }

    @Override
    public String name() {
        return "NodeLeasesRenewed";
    }

    @Override
    public String reason() {
        return "One failed renewal is then no silence. A node whose lease runs out is called lost, and its pods"
                + " are evicted.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Nodes, Node heartbeats",
                "pkg/kubelet/kubelet.go (v1.32), nodeLeaseRenewIntervalFraction",
                "KEP-589 (node leases)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.KUBELET, Tag.NODES, Tag.LIVENESS);
    }

    @Override
    public String statement() {
        return "While nothing goes wrong, a kubelet renews the lease of its node long before it runs out.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Lease.class, FaultTrace.Opened.class, FaultTrace.Closed.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        faults.observe(entry);
        if (entry.record() instanceof StoreTrace change
                && change.object() instanceof Lease lease
                && NAMESPACE.equals(lease.metadata().namespace())) {
            observe(lease, change, entry.time(), outcomes);
        }
    }

    private void observe(Lease lease, StoreTrace change, long now, Outcomes outcomes) {
        if (change.change() == WatchEvent.Type.DELETED) {
            renewed.remove(lease.uid());
            return;
        }
        Long before = renewed.put(lease.uid(), now);
        Integer seconds = lease.spec() == null ? null : lease.spec().leaseDurationSeconds();
        if (before == null || seconds == null || !faults.isNoneSince(before)) {
            return;
        }
        long most = 5 * (seconds * VirtualTime.SECOND / RENEWALS) / 2 + slack;
        outcomes.used(this, now - before, most, () -> ObjectNames.of(lease));
        if (now - before > most) {
            outcomes.broken(
                    this,
                    ObjectNames.of(lease),
                    "was renewed after " + VirtualTime.span(now - before) + ", expected " + RENEWALS
                            + " renewals in its duration of " + seconds + "s");
        }
    }
}
