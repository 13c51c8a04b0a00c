package dev.wavetank.properties.bugs;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.ResourceQuota;
import dev.wavetank.model.apiserver.admission.ClusterView;
import dev.wavetank.model.apiserver.admission.quota.ResourceQuotaPlugin;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.sim.Completion;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Bugs of quotas, put into the parts of today's. */
final class QuotaBugs {

    private QuotaBugs() {}

    /** What each of them changes, by name. */
    static Map<String, UnaryOperator<ClusterParts>> changes() {
        Map<String, UnaryOperator<ClusterParts>> changes = new LinkedHashMap<>();
        changes.put(
                "unchecked-charges",
                parts -> parts.withAdmissionPlugin(
                        "ResourceQuota", cluster -> new ResourceQuotaPlugin(cluster, quota -> force(cluster, quota))));
        return changes;
    }

    /** Writes the usage that was reckoned, whatever another server has written meanwhile. */
    private static Completion<EtcdResponse> force(ClusterView cluster, ResourceQuota quota) {
        return cluster.store(Resources.RESOURCE_QUOTAS, quota).then(response -> {
            if (!(response instanceof EtcdResponse.Mismatch mismatch) || mismatch.current() == null) {
                return Completion.of(response);
            }
            return force(
                    cluster,
                    quota.withMetadata(quota.metadata()
                            .withResourceVersion(
                                    mismatch.current().value().metadata().resourceVersion())));
        });
    }
}
