package dev.wavetank.model.controller.garbagecollector;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.OwnerReference;

/**
 * The coordinates and the uid of an object, as a reference gives them.
 *
 * @param apiVersion of the object
 * @param kind of the object
 * @param namespace the empty string for a cluster-scoped object
 * @param name of the object
 * @param uid its identity over all time
 */
record Identity(String apiVersion, String kind, String namespace, String name, String uid) {

    /** The identity of an observed object. */
    static Identity of(KubernetesObject object) {
        return new Identity(
                object.apiVersion(),
                object.kind(),
                object.key().namespace(),
                object.key().name(),
                object.uid());
    }

    /** The identity of a reference's owner, in the given namespace. */
    static Identity of(OwnerReference owner, String namespace) {
        return new Identity(owner.apiVersion(), owner.kind(), namespace, owner.name(), owner.uid());
    }

    /** Whether the reference has the same kind, name and uid. */
    boolean isNamedBy(OwnerReference owner) {
        return owner.uid().equals(uid)
                && owner.name().equals(name)
                && owner.kind().equals(kind)
                && owner.apiVersion().equals(apiVersion);
    }

    /** Whether the reference, in an object of the given namespace, refers to this object. */
    boolean isMeantBy(OwnerReference owner, String dependentNamespace) {
        return isNamedBy(owner) && (namespace.isEmpty() || namespace.equals(dependentNamespace));
    }

    /** The text in Events. */
    @Override
    public String toString() {
        return "[" + apiVersion + "/" + kind + ", namespace: " + namespace + ", name: " + name + ", uid: " + uid + "]";
    }
}
