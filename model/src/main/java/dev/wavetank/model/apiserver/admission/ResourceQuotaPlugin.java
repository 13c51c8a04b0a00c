package dev.wavetank.model.apiserver.admission;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.api.core.ResourceQuota;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.quota.QuotaUsage;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Refuses new objects that would exceed a quota of their namespace ({@code ResourceQuota}).
 *
 * <p>The usage is raised in etcd before the object is stored, in a transaction on the state that was judged, so
 * that two writers cannot both take what is left. Usage is not given back here when the object is not stored in
 * the end, or goes: that is the quota controller's work.
 */
public final class ResourceQuotaPlugin implements AdmissionPlugin {

    /** How often a status update is tried again after a conflict (admission/plugin/resourcequota). */
    private static final int RETRIES = 3;

    private final ClusterView cluster;

    /** The plugin over a view of the cluster. */
    public ResourceQuotaPlugin(ClusterView cluster) {
        this.cluster = cluster;
    }

    @Override
    public boolean handles(AdmissionRequest request) {
        return request.verb() == Verb.CREATE
                && !request.namespace().isEmpty()
                && !request.resource().equals(Resources.EVENTS);
    }

    @Override
    public Completion<Verdict> validate(AdmissionRequest request) {
        List<KubernetesObject> cached = cluster.cached(Resources.RESOURCE_QUOTAS, request.namespace());
        if (cached.isEmpty()) {
            return Completion.of(new Verdict.Admitted(request.object()));
        }
        Map<String, Quantity> usage = QuotaUsage.of(request.resource(), request.object());
        List<ResourceQuota> quotas = new ArrayList<>(cached.size());
        for (KubernetesObject object : cached) {
            ResourceQuota quota = (ResourceQuota) object;
            String why = refusal(quota, usage, request.object() instanceof dev.wavetank.model.api.core.Pod);
            if (why != null) {
                return Completion.of(refused(request, why));
            }
            quotas.add(quota);
        }
        return charge(request, usage, quotas, 0, RETRIES);
    }

    private Completion<Verdict> charge(
            AdmissionRequest request, Map<String, Quantity> usage, List<ResourceQuota> quotas, int index, int retries) {
        if (index == quotas.size()) {
            return Completion.of(new Verdict.Admitted(request.object()));
        }
        ResourceQuota quota = quotas.get(index);
        ResourceQuota charged = charged(quota, usage);
        if (charged.equals(quota)) {
            return charge(request, usage, quotas, index + 1, RETRIES);
        }
        return cluster.store(Resources.RESOURCE_QUOTAS, charged).then(response -> {
            if (response instanceof EtcdResponse.Committed) {
                return charge(request, usage, quotas, index + 1, RETRIES);
            }
            if (!(response instanceof EtcdResponse.Mismatch mismatch)) {
                String why = ((EtcdResponse.Failure) response).message();
                return Completion.of(new Verdict.Refused(Status.failure(500, null, why, null)));
            }
            if (mismatch.current() == null) {
                return charge(request, usage, quotas, index + 1, RETRIES);
            }
            ResourceQuota current = (ResourceQuota) mismatch.current().value();
            String why = refusal(current, usage, request.object() instanceof dev.wavetank.model.api.core.Pod);
            if (why != null) {
                return Completion.of(refused(request, why));
            }
            if (retries == 0) {
                return Completion.of(new Verdict.Refused(Status.modified(
                        Resources.RESOURCE_QUOTAS, quota.metadata().name())));
            }
            quotas.set(index, current);
            return charge(request, usage, quotas, index, retries - 1);
        });
    }

    /** Why the quota does not permit this usage, or null. */
    private static String refusal(ResourceQuota quota, Map<String, Quantity> usage, boolean isPod) {
        Map<String, String> hard = new TreeMap<>(quota.spec().hard());
        List<String> missing = new ArrayList<>();
        List<String> requested = new ArrayList<>();
        List<String> used = new ArrayList<>();
        List<String> limited = new ArrayList<>();
        hard.forEach((name, limit) -> {
            Quantity more = usage.get(name);
            if (more == null) {
                if (isPod && isCompute(name)) {
                    missing.add(name);
                }
                return;
            }
            Quantity before = used(quota, name);
            if (before.plus(more).compareTo(Quantity.parse(limit)) > 0) {
                requested.add(name + "=" + more);
                used.add(name + "=" + before);
                limited.add(name + "=" + Quantity.parse(limit));
            }
        });
        String name = quota.metadata().name();
        if (!missing.isEmpty()) {
            return "failed quota: " + name + ": must specify " + String.join(",", missing);
        }
        return requested.isEmpty()
                ? null
                : "exceeded quota: " + name + ", requested: " + String.join(",", requested) + ", used: "
                        + String.join(",", used) + ", limited: " + String.join(",", limited);
    }

    private static boolean isCompute(String name) {
        return name.equals("cpu") || name.equals("memory") || name.endsWith(".cpu") || name.endsWith(".memory");
    }

    private static ResourceQuota charged(ResourceQuota quota, Map<String, Quantity> usage) {
        Map<String, String> used = new LinkedHashMap<>();
        for (String name : new TreeMap<>(quota.spec().hard()).keySet()) {
            Quantity before = used(quota, name);
            Quantity more = usage.get(name);
            used.put(name, (more == null ? before : before.signum() == 0 ? more : before.plus(more)).toString());
        }
        return quota.withStatus(new ResourceQuota.Status(quota.spec().hard(), used));
    }

    private static Quantity used(ResourceQuota quota, String name) {
        String used = quota.status() == null ? null : quota.status().used().get(name);
        return used == null ? Quantity.ZERO : Quantity.parse(used);
    }

    private static Verdict refused(AdmissionRequest request, String why) {
        return new Verdict.Refused(Status.forbidden(request.resource(), request.name(), why));
    }
}
