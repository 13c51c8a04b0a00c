package dev.wavetank.model.apiserver.admission.quota;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.ResourceQuota;
import dev.wavetank.model.apiserver.admission.ClusterView;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Judges a batch of requests of one namespace: each on what the ones before it leave, and then writes the usage of
 * every quota once. Where another write has changed a quota in the meantime, the batch is judged again on the quotas
 * concerned only, up to three times.
 *
 * <p>It is then judged as if nothing had been decided: a request that those quotas are not about is admitted, although
 * another one has refused it. So does {@code checkQuotas} of Kubernetes.
 */
final class QuotaBatches {

    /** How often a status update is tried again after a conflict (admission/plugin/resourcequota). */
    private static final int RETRIES = 3;

    /** How many own updates are remembered. */
    private static final int REMEMBERED_MAX = 100;

    private final ClusterView cluster;
    private final QuotaCheck check;
    private final Function<ResourceQuota, Completion<EtcdResponse>> storage;
    /** Quotas as this server has last written them: newer, perhaps, than what its cache has. */
    private final Map<String, ResourceQuota> written = new LinkedHashMap<>(16, 0.75f, true);

    QuotaBatches(ClusterView cluster, Function<ResourceQuota, Completion<EtcdResponse>> storage) {
        this.cluster = cluster;
        this.storage = storage;
        this.check = new QuotaCheck(cluster.version());
    }

    /** Decides all requests of the batch. */
    Completion<Boolean> judge(String namespace, List<Charge> batch) {
        List<ResourceQuota> quotas = quotas(namespace);
        if (quotas.isEmpty()) {
            batch.forEach(Charge::admit);
            return Completion.of(true);
        }
        return judge(namespace, batch, quotas, RETRIES);
    }

    private List<ResourceQuota> quotas(String namespace) {
        List<ResourceQuota> quotas = new ArrayList<>(2);
        for (KubernetesObject object : cluster.cached(Resources.RESOURCE_QUOTAS, namespace)) {
            ResourceQuota cached = (ResourceQuota) object;
            ResourceQuota own = written.get(cached.uid());
            boolean isNewer =
                    own != null && own.metadata().revision() > cached.metadata().revision();
            quotas.add(isNewer ? own : cached);
        }
        return quotas;
    }

    private Completion<Boolean> judge(String namespace, List<Charge> batch, List<ResourceQuota> before, int retries) {
        List<ResourceQuota> quotas = before;
        for (Charge charge : batch) {
            QuotaCheck.Outcome outcome = check.charge(quotas, charge.request());
            if (outcome.refusal() != null) {
                charge.refuse(ResourceQuotaPlugin.forbidden(charge.request(), outcome.refusal()));
            } else if (charge.request().dryRun() || outcome.quotas() == quotas) {
                // Also when another quota has refused it before the conflict: kubernetes#141904.
                charge.admit();
            } else {
                quotas = outcome.quotas();
            }
        }
        List<ResourceQuota> charged = quotas;
        List<Completion<Boolean>> writes = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        Status[] last = new Status[1];
        for (int i = 0; i < before.size(); i++) {
            if (charged.get(i) != before.get(i)) {
                writes.add(write(charged.get(i), failed, last));
            }
        }
        if (writes.isEmpty()) {
            return Completion.of(true);
        }
        return Completion.all(writes).then(done -> {
            if (failed.isEmpty()) {
                batch.stream().filter(charge -> !charge.isDecided()).forEach(Charge::admit);
                return Completion.of(true);
            }
            if (retries == 0) {
                batch.stream().filter(charge -> !charge.isDecided()).forEach(charge -> charge.refuse(last[0]));
                return Completion.of(true);
            }
            List<ResourceQuota> again = quotas(namespace);
            again.removeIf(quota -> !failed.contains(quota.metadata().name()));
            return judge(namespace, batch, again, retries - 1);
        });
    }

    private Completion<Boolean> write(ResourceQuota quota, List<String> failed, Status[] last) {
        return storage.apply(quota).map(response -> {
            String name = quota.metadata().name();
            if (response instanceof EtcdResponse.Committed committed) {
                remember((ResourceQuota) committed.change().object());
                return true;
            }
            failed.add(name);
            last[0] = response instanceof EtcdResponse.Failure failure
                    ? Status.internal(failure.message())
                    : refusal((EtcdResponse.Mismatch) response, name);
            return false;
        });
    }

    /** Another write came first. Its result is not read: the real server waits for its cache to see it. */
    private static Status refusal(EtcdResponse.Mismatch mismatch, String name) {
        if (mismatch.current() == null) {
            return Status.notFound(Resources.RESOURCE_QUOTAS, name);
        }
        return Status.modified(Resources.RESOURCE_QUOTAS, name);
    }

    private void remember(ResourceQuota quota) {
        written.put(quota.uid(), quota);
        if (written.size() > REMEMBERED_MAX) {
            Iterator<String> oldest = written.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }
}
