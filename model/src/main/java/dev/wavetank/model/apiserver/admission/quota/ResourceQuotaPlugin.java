package dev.wavetank.model.apiserver.admission.quota;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.api.core.ResourceQuota;
import dev.wavetank.model.apiserver.admission.AdmissionDecision;
import dev.wavetank.model.apiserver.admission.AdmissionPlugin;
import dev.wavetank.model.apiserver.admission.AdmissionRequest;
import dev.wavetank.model.apiserver.admission.ClusterView;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.model.quota.QuotaUsage;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Refuses objects that would exceed a quota of their namespace ({@code ResourceQuota}).
 *
 * <p>The usage is raised in etcd before the object is stored, in a transaction on the state that was judged, so
 * that two writers cannot both take what is left, not even through two servers. Usage is not given back here when the
 * object is not stored in the end, or goes: that is the quota controller's work.
 *
 * <p>A quota counts from when the server's cache has it. The real server waits until that controller has written the
 * limits into its status; objects that slip through before are not charged until the next full recount.
 */
public final class ResourceQuotaPlugin implements AdmissionPlugin {

    /** How long a request waits for its turn and its verdict. */
    private static final long TIMEOUT = 10 * VirtualTime.SECOND;

    private final ClusterView cluster;
    private final QuotaBatches batches;
    /** What waits by namespace, for as long as a batch of the namespace is being judged. */
    private final Map<String, List<Charge>> waiting = new LinkedHashMap<>();

    /** The plugin over a view of the cluster. */
    public ResourceQuotaPlugin(ClusterView cluster) {
        this(cluster, quota -> cluster.store(Resources.RESOURCE_QUOTAS, quota));
    }

    /**
     * The plugin with another way to write usage.
     *
     * @param storage stores a quota with its new usage
     */
    public ResourceQuotaPlugin(ClusterView cluster, Function<ResourceQuota, Completion<EtcdResponse>> storage) {
        this.cluster = cluster;
        this.batches = new QuotaBatches(cluster, storage);
        cluster.follow(Resources.RESOURCE_QUOTAS);
    }

    @Override
    public boolean handles(AdmissionRequest request) {
        return request.resizesPod()
                || request.subresource().isEmpty()
                        && !request.namespace().isEmpty()
                        && !request.resource().equals(Resources.NAMESPACES)
                        && (request.verb() == Verb.CREATE
                                || request.verb() == Verb.UPDATE && QuotaUsage.changesWithUpdates(request.resource()))
                        && !request.resource().equals(Resources.EVENTS);
    }

    @Override
    public Completion<AdmissionDecision> validate(AdmissionRequest request) {
        if (cluster.cached(Resources.RESOURCE_QUOTAS, request.namespace()).isEmpty()) {
            return Completion.of(new AdmissionDecision.Admitted(request.object()));
        }
        Charge charge = new Charge(request);
        List<Charge> next = waiting.get(request.namespace());
        if (next == null) {
            waiting.put(request.namespace(), new ArrayList<>());
            judge(request.namespace(), List.of(charge));
        } else {
            next.add(charge);
        }
        if (!charge.isDecided()) {
            cluster.after(TIMEOUT, charge::timeOut);
        }
        return charge.verdict();
    }

    private void judge(String namespace, List<Charge> batch) {
        batches.judge(namespace, batch).whenDone(done -> {
            batch.forEach(Charge::answer);
            List<Charge> next = waiting.remove(namespace);
            if (!next.isEmpty()) {
                waiting.put(namespace, new ArrayList<>());
                judge(namespace, next);
            }
        });
    }

    /** The refusal of one request. */
    static Status forbidden(AdmissionRequest request, String why) {
        return Status.forbidden(request.resource(), request.name(), why);
    }
}
