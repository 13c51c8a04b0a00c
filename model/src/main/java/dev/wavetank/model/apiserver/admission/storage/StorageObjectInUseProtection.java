package dev.wavetank.model.apiserver.admission.storage;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.apiserver.admission.AdmissionDecision;
import dev.wavetank.model.apiserver.admission.AdmissionPlugin;
import dev.wavetank.model.apiserver.admission.AdmissionRequest;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Keeps new claims and volumes from being removed while they are used, by a finalizer
 * ({@code StorageObjectInUseProtection}). The controllers {@code pvc-protection} and {@code
 * pv-protection} take the finalizer away.
 */
public final class StorageObjectInUseProtection implements AdmissionPlugin {

    @Override
    public boolean handles(AdmissionRequest request) {
        return request.creates(Resources.PERSISTENT_VOLUME_CLAIMS) || request.creates(Resources.PERSISTENT_VOLUMES);
    }

    @Override
    public Completion<AdmissionDecision> mutate(AdmissionRequest request) {
        KubernetesObject object = request.object();
        String finalizer = request.resource().equals(Resources.PERSISTENT_VOLUME_CLAIMS)
                ? "kubernetes.io/pvc-protection"
                : "kubernetes.io/pv-protection";
        List<String> finalizers = new ArrayList<>(object.metadata().finalizers());
        if (finalizers.contains(finalizer)) {
            return Completion.of(new AdmissionDecision.Admitted(object));
        }
        finalizers.add(finalizer);
        return Completion.of(new AdmissionDecision.Admitted(
                object.withMetadata(object.metadata().withFinalizers(Collections.unmodifiableList(finalizers)))));
    }
}
