package dev.wavetank.model.api;

/**
 * Namespace and name of an object.
 *
 * @param namespace the namespace, or the empty string for cluster-scoped objects
 * @param name the name
 */
public record ObjectKey(String namespace, String name) implements Comparable<ObjectKey> {

    /** Turns an absent namespace into the empty string. */
    public ObjectKey {
        namespace = namespace == null ? "" : namespace;
    }

    @Override
    public int compareTo(ObjectKey other) {
        int byNamespace = namespace.compareTo(other.namespace);
        return byNamespace == 0 ? name.compareTo(other.name) : byNamespace;
    }

    /** {@code namespace/name}, or the name alone for cluster-scoped objects. */
    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
