package dev.wavetank.properties.invariant.convergence;

import dev.wavetank.model.api.KubernetesObject;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The stored objects of one kind, by uid. */
final class StoredObjects<T extends KubernetesObject> {

    private final Class<T> kind;
    private final Map<String, T> objects = new TreeMap<>();

    StoredObjects(Class<T> kind) {
        this.kind = kind;
    }

    /** Applies a change of an object of any kind. */
    void observe(KubernetesObject object, boolean deleted) {
        if (kind.isInstance(object)) {
            if (deleted) {
                objects.remove(object.uid());
            } else {
                objects.put(object.uid(), kind.cast(object));
            }
        }
    }

    /** Whether the desired state of an object was changed since it was created. */
    static boolean isUpdated(KubernetesObject object) {
        Long generation = object.metadata().generation();
        return generation != null && generation > 1;
    }

    /** All of them. */
    Collection<T> all() {
        return objects.values();
    }

    /** Those that are not being deleted. */
    List<T> staying() {
        return objects.values().stream()
                .filter(object -> !object.metadata().isDeleting())
                .toList();
    }
}
