package dev.wavetank.properties.invariant.status;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.ResourceQuota;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Focus;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Present;
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
 * At rest a ResourceQuota is charged for the pods that there are, and for no others, and shows the limits that it has.
 */
public final class QuotaCounted implements Invariant {

    private static final long RECOUNTED = 11 * VirtualTime.MINUTE;
    private static final long PROMPT = VirtualTime.MINUTE;
    private static final String PODS = "pods";

    private final Present<ResourceQuota> quotas = new Present<>(ResourceQuota.class);
    private final Present<Pod> pods = new Present<>(Pod.class);
    /** When a pod of a namespace or its quota changed last. */
    private final Map<String, Long> changed = new LinkedHashMap<>();

    /** Since when a quota shows other limits than it has, by uid. */
    private final Map<String, Long> outdated = new LinkedHashMap<>();

    private boolean isDisturbed;

    @Override
    public String name() {
        return "QuotaCounted";
    }

    @Override
    public String reason() {
        return "What is charged too much is lost to the namespace, and what is charged too little the team takes"
                + " from others. After a fault a charge may stay until the controller counts everything again,"
                + " every five minutes; so then only what has been unchanged for longer is judged. Quotas with"
                + " scopes are not judged.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "pkg/controller/resourcequota/resource_quota_controller.go (v1.32), syncResourceQuota and"
                        + " --resource-quota-sync-period",
                "Kubernetes documentation v1.32, Resource Quotas");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.QUOTAS, Tag.STATUS, Tag.AT_REST);
    }

    @Override
    public Focus focus() {
        return Focus.COUNT;
    }

    @Override
    public String statement() {
        return "At rest a ResourceQuota is charged for the pods that there are, and for no others.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, ResourceQuota.class, FaultTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof FaultTrace) {
            isDisturbed = true;
        } else if (entry.record() instanceof StoreTrace change && (pods.observe(change) || quotas.observe(change))) {
            changed.put(change.object().key().namespace(), entry.time());
            if (change.object() instanceof ResourceQuota quota) {
                observe(quota, change.change() == WatchEvent.Type.DELETED, entry.time(), outcomes);
            }
        }
    }

    /** Changed limits are shown at once, as long as nothing goes wrong. */
    private void observe(ResourceQuota quota, boolean isGone, long now, Outcomes outcomes) {
        boolean isRight = quota.status() != null
                && quota.status().hard().equals(quota.spec().hard());
        if (!isGone && !isRight) {
            outdated.putIfAbsent(quota.uid(), now);
            return;
        }
        Long since = outdated.remove(quota.uid());
        if (since == null || isGone || isDisturbed) {
            return;
        }
        outcomes.used(this, now - since, PROMPT, () -> ObjectNames.of(quota));
        if (now - since > PROMPT) {
            outcomes.broken(
                    this,
                    ObjectNames.of(quota),
                    "shows its limits " + VirtualTime.span(now - since) + " after they were set");
        }
    }

    @Override
    public void atRest(long now, Outcomes outcomes) {
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
        if (!quota.status().hard().equals(quota.spec().hard())) {
            outcomes.broken(
                    this,
                    ObjectNames.of(quota),
                    "has status.hard " + quota.status().hard() + ", expected "
                            + quota.spec().hard());
        }
        String used = quota.status().used().get(PODS);
        long counted = pods.all().stream()
                .filter(pod -> pod.key().namespace().equals(namespace) && !pod.isFinished())
                .count();
        if (used != null && !used.equals(Long.toString(counted))) {
            outcomes.broken(this, ObjectNames.of(quota), "is charged for " + used + " pods, expected " + counted);
        }
    }
}
