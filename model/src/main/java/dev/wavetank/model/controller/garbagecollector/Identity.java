package dev.wavetank.model.controller.garbagecollector;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.OwnerReference;

/**
 * Where an object is said to be, and which one it is.
 *
 * @param apiVersion of the object
 * @param kind of the object
 * @param namespace the empty string for a cluster-scoped object
 * @param name of the object
 * @param uid its identity over all time
 */
record Identity(String apiVersion, String kind, String namespace, String name, String uid) {

    /** The identity of an object that was seen. */
    static Identity of(KubernetesObject object) {
        return new Identity(
                object.apiVersion(),
                object.kind(),
                object.key().namespace(),
                object.key().name(),
                object.uid());
    }

    /** The identity that a reference gives its owner, which is taken to be in the given namespace. */
    static Identity of(OwnerReference owner, String namespace) {
        return new Identity(owner.apiVersion(), owner.kind(), namespace, owner.name(), owner.uid());
    }

    /** Whether the reference gives the same kind, name and uid. */
    boolean isNamedBy(OwnerReference owner) {
        return owner.uid().equals(uid)
                && owner.name().equals(name)
                && owner.kind().equals(kind)
                && owner.apiVersion().equals(apiVersion);
    }

    /** Whether an object of the given namespace that holds the reference means this one. */
    boolean isMeantBy(OwnerReference owner, String dependentNamespace) {
        return isNamedBy(owner) && (namespace.isEmpty() || namespace.equals(dependentNamespace));
    }

    /** As Events tell it. */
    @Override
    public String toString() {
        return "[" + apiVersion + "/" + kind + ", namespace: " + namespace + ", name: " + name + ", uid: " + uid + "]";
    }
}
