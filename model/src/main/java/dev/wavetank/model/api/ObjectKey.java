package dev.wavetank.model.api;

import java.util.Objects;

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

    // Looked up more often than anything else; what the compiler makes of a record is slow until it is optimized.

    @Override
    public boolean equals(Object other) {
        return other instanceof ObjectKey key && Objects.equals(name, key.name) && namespace.equals(key.namespace);
    }

    @Override
    public int hashCode() {
        return 31 * namespace.hashCode() + Objects.hashCode(name);
    }

    /** {@code namespace/name}, or the name alone for cluster-scoped objects. */
    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
