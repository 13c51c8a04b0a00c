package dev.wavetank.model.controller.provisioner;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolume.ClaimReference;
import dev.wavetank.model.api.core.PersistentVolumeBuilder;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.PersistentVolumeSpecBuilder;
import dev.wavetank.model.api.storage.StorageClass;
import dev.wavetank.model.volume.Annotated;
import dev.wavetank.model.volume.VolumeAnnotations;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes the PersistentVolume for a claim: with the requested size, and bound to the claim from the start. */
final class NewVolume {

    private NewVolume() {}

    static PersistentVolume of(
            PersistentVolumeClaim claim, StorageClass storageClass, String name, List<String> finalizers) {
        ObjectMeta metadata = Annotated.with(
                        ObjectMeta.named(null, name), VolumeAnnotations.PROVISIONED_BY, storageClass.provisioner())
                .withFinalizers(finalizers);
        Map<String, Object> driver = new LinkedHashMap<>();
        driver.put("driver", storageClass.provisioner());
        driver.put("volumeHandle", name);
        PersistentVolume.Spec spec = PersistentVolumeSpecBuilder.builder()
                .capacity(Collections.singletonMap(
                        "storage", claim.spec().resources().requests().get("storage")))
                .accessModes(claim.spec().accessModes())
                .claimRef(ClaimReference.to(claim))
                .persistentVolumeReclaimPolicy(storageClass.reclaimPolicy())
                .storageClassName(storageClass.metadata().name())
                .mountOptions(storageClass.mountOptions())
                .volumeMode(claim.spec().volumeMode())
                .other(Collections.singletonMap("csi", driver))
                .build();
        return PersistentVolumeBuilder.builder().metadata(metadata).spec(spec).build();
    }
}
