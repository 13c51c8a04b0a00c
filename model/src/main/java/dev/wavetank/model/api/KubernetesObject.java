package dev.wavetank.model.api;

/** Any object of the Kubernetes API. */
public interface KubernetesObject {

    /** Group and version, such as {@code apps/v1}. */
    String apiVersion();

    /** Kind, such as {@code Deployment}. */
    String kind();

    /** Name, labels, owners and the rest that every object has. */
    ObjectMeta metadata();

    /** The desired state; null when the object has none, or the kind has no such field. */
    default Object spec() {
        return null;
    }

    /** The same object with other metadata. */
    KubernetesObject withMetadata(ObjectMeta metadata);

    /** Namespace and name. */
    default ObjectKey key() {
        return new ObjectKey(metadata().namespace(), metadata().name());
    }

    /** Unique identity over all time, or null before the server has given one. */
    default String uid() {
        return metadata().uid();
    }
}
