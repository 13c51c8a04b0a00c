package dev.wavetank.model.apiserver.admission.storage;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.patch.JsonTree;
import dev.wavetank.model.quantity.Quantity;
import java.util.Map;

/** Reads persistent volume claims. */
final class Claims {

    private static final String BETA_CLASS = "volume.beta.kubernetes.io/storage-class";

    private Claims() {}

    static Map<String, Object> tree(KubernetesObject object, String field) {
        return object instanceof GenericObject generic
                ? JsonTree.mapOrEmpty(generic.other().get(field))
                : JsonTree.mapOrEmpty(null);
    }

    /** Name of the storage class; null when none is named, and empty when none is wanted. */
    static String className(KubernetesObject claim) {
        String old = claim.metadata().annotations().get(BETA_CLASS);
        return old != null ? old : (String) tree(claim, "spec").get("storageClassName");
    }

    /** How much is asked for. */
    static Quantity size(KubernetesObject claim) {
        Map<String, Object> resources = JsonTree.mapOrEmpty(tree(claim, "spec").get("resources"));
        Object size = JsonTree.mapOrEmpty(resources.get("requests")).get("storage");
        return size == null ? Quantity.ZERO : Quantity.parse(String.valueOf(size));
    }
}
