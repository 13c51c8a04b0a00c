package dev.wavetank.model.controller.volumeprotection;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;

/**
 * A finalizer that keeps an object while it is used.
 *
 * @param name of the finalizer
 */
record Finalizer(String name) {

    static boolean isUsed(KubernetesVersion version) {
        return version.has(Feature.STORAGE_OBJECT_IN_USE_PROTECTION);
    }

    boolean isMissing(ObjectMeta metadata) {
        return !metadata.isDeleting() && !metadata.finalizers().contains(name);
    }

    /** Whether the object waits only for the removal of the finalizer. */
    boolean holds(ObjectMeta metadata) {
        return metadata.isDeleting() && metadata.finalizers().contains(name);
    }

    ObjectMeta addedTo(ObjectMeta metadata) {
        List<String> finalizers = new ArrayList<>(metadata.finalizers());
        finalizers.add(name);
        return metadata.withFinalizers(finalizers);
    }

    ObjectMeta removedFrom(ObjectMeta metadata) {
        List<String> finalizers = new ArrayList<>(metadata.finalizers());
        finalizers.remove(name);
        return metadata.withFinalizers(finalizers);
    }
}
