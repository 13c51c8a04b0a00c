package dev.wavetank.model.api;

/**
 * A resource that the API server serves.
 *
 * @param group API group, the empty string for core
 * @param version of the group, such as {@code v1}
 * @param kind of its objects
 * @param plural name in paths, such as {@code pods}
 * @param namespaced whether its objects live in namespaces
 */
public record ResourceType(String group, String version, String kind, String plural, boolean namespaced) {

    /** Group and version as objects carry it. */
    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /** How error texts name it: {@code pods} or {@code deployments.apps}. */
    public String qualified() {
        return group.isEmpty() ? plural : plural + "." + group;
    }

    /** Prefix of its keys in the store: {@code /registry/pods/} or {@code /registry/pods/default/}. */
    public String storagePrefix(String namespace) {
        return namespace == null || namespace.isEmpty()
                ? "/registry/" + plural + "/"
                : "/registry/" + plural + "/" + namespace + "/";
    }

    /** Key of one object in the store. */
    public String storageKey(ObjectKey key) {
        return storagePrefix(namespaced ? key.namespace() : "") + key.name();
    }
}
