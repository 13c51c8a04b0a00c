package dev.wavetank.model.volume;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeBuilder;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.PersistentVolumeClaimBuilder;
import dev.wavetank.model.api.core.PersistentVolumeClaimSpecBuilder;
import dev.wavetank.model.api.core.PersistentVolumeSpecBuilder;
import dev.wavetank.model.api.core.PersistentVolumeStatusBuilder;
import java.util.List;
import java.util.Map;

/** Volumes and claims for tests. */
final class Volumes {

    private Volumes() {}

    static PersistentVolume volume(String name, String size, String className, List<String> modes) {
        return PersistentVolumeBuilder.builder()
                .metadata(ObjectMeta.named(null, name).withUid("uid-" + name))
                .spec(PersistentVolumeSpecBuilder.builder()
                        .capacity(Map.of("storage", size))
                        .accessModes(modes)
                        .storageClassName(className)
                        .build())
                .status(PersistentVolumeStatusBuilder.builder()
                        .phase("Available")
                        .build())
                .build();
    }

    static PersistentVolumeClaim claim(String size, String className, List<String> modes) {
        return PersistentVolumeClaimBuilder.builder()
                .metadata(ObjectMeta.named("default", "data").withUid("uid-data"))
                .spec(PersistentVolumeClaimSpecBuilder.builder()
                        .accessModes(modes)
                        .resources(new Container.Resources(null, Map.of("storage", size), null))
                        .storageClassName(className)
                        .build())
                .build();
    }
}
