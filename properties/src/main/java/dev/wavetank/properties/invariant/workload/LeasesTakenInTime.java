package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.coordination.Lease;
import dev.wavetank.model.api.core.ConfigMap;
import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.client.leaderelection.ElectionRecord;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Focus;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Once nothing goes wrong, a lease of an election is renewed, or taken by another soon after it ran out. A candidate
 * waits for the whole duration from when it has seen the lease first, and looks again after 2.2 retry periods at most;
 * a process that had to end needs a while to start.
 */
public final class LeasesTakenInTime implements Invariant {

    private static final long RETRY_AND_START = VirtualTime.MINUTE;

    /** When the lease was written last, by its uid. */
    private final Map<String, Written> leases = new LinkedHashMap<>();

    private final long slack;
    private int open;
    private long healed;

    private record Written(KubernetesObject lease, long duration, long at) {}

    /** In a cluster with these delays. */
    public LeasesTakenInTime(Delays delays) {
        this.slack = RETRY_AND_START + delays.answer();
    }

    @Override
    public String name() {
        return "LeasesTakenInTime";
    }

    @Override
    public String reason() {
        return "While nobody holds the lease no controller works and no pod is placed: that is how long the loss of a"
                + " leader lasts. Judged is the time since the last fault ended.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go (v1.32), acquire: retryPeriod and"
                        + " JitterFactor");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.LEADERS, Tag.LIVENESS);
    }

    @Override
    public Focus focus() {
        return Focus.LEASE;
    }

    @Override
    public String statement() {
        return "A lease of an election that its holder does not renew is taken by a candidate soon after it ran out.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Lease.class, Endpoints.class, ConfigMap.class, FaultTrace.Opened.class, FaultTrace.Closed.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof FaultTrace.Opened opened) {
            judge(entry.time(), outcomes);
            open += opened.fault().isInstant() ? 0 : 1;
            healed = entry.time();
        } else if (entry.record() instanceof FaultTrace.Closed closed) {
            open -= closed.fault().isInstant() || open == 0 ? 0 : 1;
            healed = entry.time();
        } else if (entry.record() instanceof StoreTrace change) {
            observe(change, entry.time(), outcomes);
        }
    }

    private void observe(StoreTrace change, long now, Outcomes outcomes) {
        KubernetesObject lease = change.object();
        Written before = leases.remove(lease.uid());
        if (before != null) {
            judge(before, now, outcomes);
        }
        Optional<Lease.Spec> spec =
                "kube-system".equals(lease.metadata().namespace()) ? ElectionRecord.of(lease) : Optional.empty();
        if (change.change() != WatchEvent.Type.DELETED && spec.isPresent()) {
            long seconds = Defaults.zeroIfNull(spec.get().leaseDurationSeconds());
            leases.put(lease.uid(), new Written(lease, seconds * VirtualTime.SECOND, now));
        }
    }

    private void judge(long now, Outcomes outcomes) {
        leases.values().forEach(lease -> judge(lease, now, outcomes));
    }

    private void judge(Written last, long now, Outcomes outcomes) {
        long waited = now - Math.max(last.at(), healed);
        if (open == 0 && waited > last.duration() + slack) {
            outcomes.broken(
                    this,
                    ObjectNames.of(last.lease()),
                    "was written " + VirtualTime.span(now - last.at()) + " ago, and nothing has gone wrong for "
                            + VirtualTime.span(waited) + ", expected it to be taken after "
                            + VirtualTime.span(last.duration()));
        }
    }

    @Override
    public void conclude(long now, Outcomes outcomes) {
        judge(now, outcomes);
    }
}
