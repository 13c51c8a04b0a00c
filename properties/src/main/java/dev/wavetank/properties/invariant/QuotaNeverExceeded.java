package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.ResourceQuota;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.Map;
import java.util.TreeMap;

/**
 * A namespace never gets a pod that its quota has no room for.
 *
 * <p>Admission goes by the hard limits in the status of a quota, which its controller writes, and learns of them
 * through a cache: a quota counts only from {@link #ENFORCED_AFTER} after that. A pod that was admitted meanwhile may
 * never have been charged, and does not count, as in Kubernetes. Judged on the number of pods, by the pods in the
 * store and not by what the quota's status says of its usage.
 */
public final class QuotaNeverExceeded implements Invariant {

    /** How long admission may take to see a new quota: the watch cache's lag, generously. */
    static final long ENFORCED_AFTER = 5 * VirtualTime.SECOND;

    private final Map<String, Map<String, Enforced>> quotas = new TreeMap<>();
    private final Map<String, Map<String, Active>> pods = new TreeMap<>();

    /**
     * A limit.
     *
     * @param stored when the quota was stored
     * @param since when admission could learn of the limit
     * @param hard how many pods
     */
    private record Enforced(long stored, long since, Quantity hard) {

        boolean mayHaveMissed(long created) {
            return created >= stored - ENFORCED_AFTER && created < since + ENFORCED_AFTER;
        }
    }

    private record Active(Pod pod, long since) {}

    @Override
    public String name() {
        return "QuotaNeverExceeded";
    }

    @Override
    public String law() {
        return "A namespace never gets a pod that its quota has no room for.";
    }

    @Override
    public void observe(TraceEntry entry, Verdicts verdicts) {
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        boolean deleted = change.change() == WatchEvent.Type.DELETED;
        if (change.object() instanceof ResourceQuota quota) {
            observe(quota, deleted, entry.time());
        } else if (change.object() instanceof Pod pod) {
            String namespace = pod.metadata().namespace();
            Map<String, Active> active = pods.computeIfAbsent(namespace, missing -> new TreeMap<>());
            if (deleted || pod.isFinished()) {
                active.remove(pod.uid());
            } else if (active.putIfAbsent(pod.uid(), new Active(pod, entry.time())) == null) {
                check(pod, active, entry.time(), verdicts);
            }
        }
    }

    private void observe(ResourceQuota quota, boolean deleted, long now) {
        Map<String, Enforced> inNamespace =
                quotas.computeIfAbsent(quota.metadata().namespace(), missing -> new TreeMap<>());
        Enforced before = inNamespace.get(quota.uid());
        long stored = before == null ? now : before.stored();
        String limit = quota.status() == null ? null : quota.status().hard().get("pods");
        if (deleted) {
            inNamespace.remove(quota.uid());
        } else if (limit == null) {
            inNamespace.put(quota.uid(), new Enforced(stored, Long.MAX_VALUE - ENFORCED_AFTER, Quantity.ZERO));
        } else if (before == null || !before.hard().equals(Quantity.parse(limit))) {
            boolean first = before == null || before.since() > now;
            inNamespace.put(quota.uid(), new Enforced(first ? stored : now, now, Quantity.parse(limit)));
        }
    }

    private void check(Pod pod, Map<String, Active> active, long now, Verdicts verdicts) {
        for (Enforced quota :
                quotas.getOrDefault(pod.metadata().namespace(), Map.of()).values()) {
            if (now < quota.since() + ENFORCED_AFTER) {
                continue;
            }
            long number = active.values().stream()
                    .filter(other -> !quota.mayHaveMissed(other.since()))
                    .count();
            if (Quantity.parse(Long.toString(number)).compareTo(quota.hard()) > 0) {
                verdicts.broken(
                        this,
                        ObjectNames.of(pod),
                        "is pod number " + number + " of its namespace, whose quota permits " + quota.hard());
            }
        }
    }
}
