package dev.wavetank.model.api;

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

    /** Whether the owner is the managing controller. */
    public boolean isController() {
        return Boolean.TRUE.equals(controller);
    }
}
