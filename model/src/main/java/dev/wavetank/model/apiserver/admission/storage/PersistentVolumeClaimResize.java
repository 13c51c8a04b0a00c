package dev.wavetank.model.apiserver.admission.storage;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.storage.StorageClass;
import dev.wavetank.model.apiserver.admission.AdmissionDecision;
import dev.wavetank.model.apiserver.admission.AdmissionPlugin;
import dev.wavetank.model.apiserver.admission.AdmissionRequest;
import dev.wavetank.model.apiserver.admission.ClusterView;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.sim.Completion;

/** Lets claims grow only when they are bound and their class permits it ({@code PersistentVolumeClaimResize}). */
public final class PersistentVolumeClaimResize implements AdmissionPlugin {

    private final ClusterView cluster;

    /** The plugin over a view of the cluster. */
    public PersistentVolumeClaimResize(ClusterView cluster) {
        this.cluster = cluster;
        cluster.follow(Resources.STORAGE_CLASSES);
    }

    @Override
    public boolean handles(AdmissionRequest request) {
        return request.verb() == Verb.UPDATE
                && request.resource().equals(Resources.PERSISTENT_VOLUME_CLAIMS)
                && request.subresource().isEmpty();
    }

    @Override
    public Completion<AdmissionDecision> validate(AdmissionRequest request) {
        String why = refusal((PersistentVolumeClaim) request.object(), (PersistentVolumeClaim) request.before());
        return Completion.of(
                why == null
                        ? new AdmissionDecision.Admitted(request.object())
                        : new AdmissionDecision.Refused(Status.forbidden(request.resource(), request.name(), why)));
    }

    private String refusal(PersistentVolumeClaim claim, PersistentVolumeClaim before) {
        if (size(claim).compareTo(size(before)) <= 0) {
            return null;
        }
        if (!"Bound".equals(before.phase())) {
            return "Only bound persistent volume claims can be expanded";
        }
        String name = claim.className();
        boolean isKept = name != null && !name.isEmpty() && name.equals(before.className());
        KubernetesObject storage = isKept ? cluster.cached(Resources.STORAGE_CLASSES, new ObjectKey("", name)) : null;
        boolean grows = storage instanceof StorageClass known && Boolean.TRUE.equals(known.allowVolumeExpansion());
        return grows
                ? null
                : "only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must"
                        + " support resize";
    }

    private static Quantity size(PersistentVolumeClaim claim) {
        String size = claim.requests().get("storage");
        return size == null ? Quantity.ZERO : Quantity.parse(size);
    }
}
