package dev.wavetank.model.api;

import java.util.ArrayList;
import java.util.List;

/**
 * Says that another object owns this one.
 *
 * @param apiVersion of the owner
 * @param kind of the owner
 * @param name of the owner, in the same namespace or cluster-scoped
 * @param uid of the owner; decides, not the name
 * @param controller whether the owner is the one managing controller
 * @param blockOwnerDeletion whether foreground deletion of the owner waits for this object
 */
public record OwnerReference(
        String apiVersion, String kind, String name, String uid, Boolean controller, Boolean blockOwnerDeletion) {

    /** The reference that a controller puts on what it creates. */
    public static OwnerReference controlledBy(KubernetesObject owner) {
        return new OwnerReference(
                owner.apiVersion(), owner.kind(), owner.metadata().name(), owner.uid(), true, true);
    }

    /**
     * The child with the owner as its managing controller, and in its namespace where it has none: {@code
     * controllerutil.SetControllerReference}.
     *
     * @throws IllegalArgumentException when the child has a managing controller already
     */
    @SuppressWarnings("unchecked") // with other metadata an object is of the same kind
    public static <T extends KubernetesObject> T setController(KubernetesObject owner, T child) {
        ObjectMeta metadata = child.metadata();
        if (metadata.controller().isPresent()) {
            throw new IllegalArgumentException(child.kind() + " " + child.key() + " has a controller already: "
                    + metadata.controller().get().name());
        }
        List<OwnerReference> owners = new ArrayList<>(metadata.ownerReferences());
        owners.add(controlledBy(owner));
        String namespace = metadata.namespace() == null ? owner.metadata().namespace() : metadata.namespace();
        return (T) child.withMetadata(
                metadata.with(changed -> changed.namespace(namespace).ownerReferences(owners)));
    }

    /** Whether the owner is the managing controller. */
    public boolean isController() {
        return Boolean.TRUE.equals(controller);
    }
}
