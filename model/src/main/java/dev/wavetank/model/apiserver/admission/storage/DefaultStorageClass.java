package dev.wavetank.model.apiserver.admission.storage;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.apiserver.admission.AdmissionDecision;
import dev.wavetank.model.apiserver.admission.AdmissionPlugin;
import dev.wavetank.model.apiserver.admission.AdmissionRequest;
import dev.wavetank.model.apiserver.admission.ClusterView;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Gives claims that name no storage class the default one ({@code DefaultStorageClass}). When several are marked as
 * default the newest counts; before v1.26 the claim was refused.
 */
public final class DefaultStorageClass implements AdmissionPlugin {

    private static final List<String> MARKS =
            List.of("storageclass.kubernetes.io/is-default-class", "storageclass.beta.kubernetes.io/is-default-class");

    private static final Comparator<KubernetesObject> NEWEST_FIRST = Comparator.comparing(
                    (KubernetesObject object) -> created(object), Comparator.reverseOrder())
            .thenComparing(object -> object.metadata().name());

    private final ClusterView cluster;

    /** The plugin over a view of the cluster. */
    public DefaultStorageClass(ClusterView cluster) {
        this.cluster = cluster;
        cluster.follow(Resources.STORAGE_CLASSES);
    }

    @Override
    public boolean handles(AdmissionRequest request) {
        return request.creates(Resources.PERSISTENT_VOLUME_CLAIMS);
    }

    @Override
    public Completion<AdmissionDecision> mutate(AdmissionRequest request) {
        PersistentVolumeClaim claim = (PersistentVolumeClaim) request.object();
        if (claim.className() != null || claim.spec() == null) {
            return Completion.of(new AdmissionDecision.Admitted(claim));
        }
        List<KubernetesObject> defaults = new ArrayList<>();
        for (KubernetesObject candidate : cluster.cached(Resources.STORAGE_CLASSES, "")) {
            Map<String, String> annotations = candidate.metadata().annotations();
            if (MARKS.stream().anyMatch(mark -> "true".equals(annotations.get(mark)))) {
                defaults.add(candidate);
            }
        }
        if (defaults.isEmpty()) {
            return Completion.of(new AdmissionDecision.Admitted(claim));
        }
        if (defaults.size() > 1 && !cluster.version().has(Feature.NEWEST_DEFAULT_STORAGE_CLASS)) {
            String why = defaults.size() + " default StorageClasses were found";
            return Completion.of(
                    new AdmissionDecision.Refused(Status.forbidden(request.resource(), request.name(), why)));
        }
        defaults.sort(NEWEST_FIRST);
        String name = defaults.get(0).metadata().name();
        return Completion.of(
                new AdmissionDecision.Admitted(claim.withSpec(claim.spec().withStorageClassName(name))));
    }

    private static Instant created(KubernetesObject object) {
        Instant created = object.metadata().creationTimestamp();
        return created == null ? Instant.EPOCH : created;
    }
}
