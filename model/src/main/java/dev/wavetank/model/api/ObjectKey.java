package dev.wavetank.model.api;

import java.util.Comparator;

/**
 * Namespace and name of an object.
 *
 * @param namespace the namespace, or the empty string for cluster-scoped objects
 * @param name the name
 */
public record ObjectKey(String namespace, String name) implements Comparable<ObjectKey> {

    private static final Comparator<ObjectKey> ORDER =
            Comparator.comparing(ObjectKey::namespace).thenComparing(ObjectKey::name);

    /** Turns an absent namespace into the empty string. */
    public ObjectKey {
        namespace = namespace == null ? "" : namespace;
    }

    @Override
    public int compareTo(ObjectKey other) {
        return ORDER.compare(this, other);
    }

    /** {@code namespace/name}, or the name alone for cluster-scoped objects. */
    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
