package dev.wavetank.properties.invariant.status;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.ResourceQuota;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * At rest a ResourceQuota is charged for the pods that there are, and for no others.
 *
 * <p>What is charged too much is lost to the namespace. After a fault a charge may stay until the controller counts
 * everything again, every five minutes ({@code resyncPeriod}, pkg/controller/resourcequota); so then only what has been
 * unchanged for longer is judged. Quotas with scopes are not.
 */
public final class QuotaCounted implements Invariant {

    private static final long RECOUNTED = 11 * VirtualTime.MINUTE;
    private static final String PODS = "pods";

    private final Present<ResourceQuota> quotas = new Present<>(ResourceQuota.class);
    private final Present<Pod> pods = new Present<>(Pod.class);
    /** When a pod of a namespace or its quota changed last. */
    private final Map<String, Long> changed = new LinkedHashMap<>();

    private boolean isDisturbed;

    @Override
    public String name() {
        return "QuotaCounted";
    }

    @Override
    public String statement() {
        return "At rest a ResourceQuota is charged for the pods that there are, and for no others.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(StoreTrace.class, FaultTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof FaultTrace) {
            isDisturbed = true;
        } else if (entry.record() instanceof StoreTrace change && (pods.observe(change) || quotas.observe(change))) {
            changed.put(change.object().key().namespace(), entry.time());
        }
    }

    @Override
    public void conclude(long now, Outcomes outcomes) {
        for (ResourceQuota quota : quotas.all()) {
            String namespace = quota.key().namespace();
            boolean isSettled = !isDisturbed || now - changed.getOrDefault(namespace, 0L) > RECOUNTED;
            boolean isPlain =
                    quota.spec().scopes().isEmpty() && !quota.spec().other().containsKey("scopeSelector");
            if (isSettled && isPlain && !quota.metadata().isDeleting() && quota.status() != null) {
                judge(quota, namespace, outcomes);
            }
        }
    }

    private void judge(ResourceQuota quota, String namespace, Outcomes outcomes) {
        String used = quota.status().used().get(PODS);
        long counted = pods.all().stream()
                .filter(pod -> pod.key().namespace().equals(namespace) && !pod.isFinished())
                .count();
        if (used != null && !used.equals(Long.toString(counted))) {
            outcomes.broken(this, ObjectNames.of(quota), "is charged for " + used + " pods, expected " + counted);
        }
    }
}
