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
 * <p>Admission goes by the limits in the quota's status, which are there when the quota controller has counted for the
 * first time, and learns of them through a cache: they count from {@link #ENFORCED_AFTER} after they were stored.
 * Judged on the number of pods, by the pods in the store and not by what the quota's status says is used.
 */
public final class QuotaNeverExceeded implements Invariant {

    /** How long admission may take to see a new limit: the watch cache's lag, generously. */
    static final long ENFORCED_AFTER = 5 * VirtualTime.SECOND;

    private final Map<String, Map<String, Enforced>> quotas = new TreeMap<>();
    private final Map<String, Map<String, Pod>> pods = new TreeMap<>();

    private record Enforced(long since, Quantity hard) {}

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
            Map<String, Pod> active = pods.computeIfAbsent(namespace, missing -> new TreeMap<>());
            if (deleted || pod.isFinished()) {
                active.remove(pod.uid());
            } else if (active.put(pod.uid(), pod) == null) {
                check(pod, active.size(), entry.time(), verdicts);
            }
        }
    }

    private void observe(ResourceQuota quota, boolean deleted, long now) {
        Map<String, Enforced> inNamespace =
                quotas.computeIfAbsent(quota.metadata().namespace(), missing -> new TreeMap<>());
        String pods = quota.status() == null ? null : quota.status().hard().get("pods");
        Enforced before = inNamespace.get(quota.uid());
        if (deleted || pods == null) {
            inNamespace.remove(quota.uid());
        } else if (before == null || !before.hard().equals(Quantity.parse(pods))) {
            inNamespace.put(quota.uid(), new Enforced(now, Quantity.parse(pods)));
        }
    }

    private void check(Pod pod, int active, long now, Verdicts verdicts) {
        Map<String, Enforced> inNamespace = quotas.get(pod.metadata().namespace());
        if (inNamespace == null) {
            return;
        }
        for (Enforced quota : inNamespace.values()) {
            if (now - quota.since() >= ENFORCED_AFTER
                    && Quantity.parse(Integer.toString(active)).compareTo(quota.hard()) > 0) {
                verdicts.broken(
                        this,
                        ObjectNames.of(pod),
                        "is pod number " + active + " of its namespace, whose quota permits " + quota.hard());
            }
        }
    }
}
