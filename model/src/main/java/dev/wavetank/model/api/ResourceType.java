package dev.wavetank.model.api;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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

    /** The group of what others than API servers keep in etcd. */
    public static final String FOREIGN = "foreign";

    /** The groups of Kubernetes itself that have a dot. */
    private static final Set<String> BUILT_IN_DOMAINS = new LinkedHashSet<>(List.of(
            "admissionregistration.k8s.io",
            "apiextensions.k8s.io",
            "apiregistration.k8s.io",
            "authentication.k8s.io",
            "authorization.k8s.io",
            "certificates.k8s.io",
            "coordination.k8s.io",
            "discovery.k8s.io",
            "events.k8s.io",
            "flowcontrol.apiserver.k8s.io",
            "internal.apiserver.k8s.io",
            "networking.k8s.io",
            "node.k8s.io",
            "rbac.authorization.k8s.io",
            "resource.k8s.io",
            "scheduling.k8s.io",
            "settings.k8s.io",
            "storage.k8s.io",
            "storagemigration.k8s.io"));

    /** The group in an {@code apiVersion} as objects carry it; empty for core, and where it is missing. */
    public static String groupOf(@Nullable String apiVersion) {
        return apiVersion == null ? "" : apiVersion.substring(0, Math.max(0, apiVersion.indexOf('/')));
    }

    /** Written out because types are looked up all the time, and few share plural and group. */
    @Override
    public int hashCode() {
        return 31 * plural.hashCode() + group.hashCode();
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || other instanceof ResourceType type
                        && plural.equals(type.plural)
                        && group.equals(type.group)
                        && version.equals(type.version)
                        && kind.equals(type.kind)
                        && namespaced == type.namespaced;
    }

    /** Group and version as objects carry it. */
    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /** Group, version and resource, such as {@code apps/v1/deployments}; {@code v1/pods} of the core group. */
    public String groupVersionResource() {
        return apiVersion() + "/" + plural;
    }

    /** How error texts name it: {@code pods} or {@code deployments.apps}. */
    public String qualified() {
        return group.isEmpty() ? plural : plural + "." + group;
    }

    /** Whether objects of it are none of the API: others than API servers keep them in etcd. */
    public boolean isForeign() {
        return group.equals(FOREIGN);
    }

    /** Whether it is the resource of the core group with that plural name. */
    public boolean isCore(String name) {
        return group.isEmpty() && plural.equals(name);
    }

    /** Whether only a CustomResourceDefinition can define the resource, because its group is none of Kubernetes. */
    public boolean isCustom() {
        return isCustom(group);
    }

    /** Whether only CustomResourceDefinitions can define resources of a group: those have names with a dot. */
    public static boolean isCustom(String group) {
        return group.indexOf('.') >= 0 && !BUILT_IN_DOMAINS.contains(group);
    }

    /**
     * Prefix of its keys in the store, as the real server lays them out: {@code /registry/pods/} or {@code
     * /registry/pods/default/}.
     */
    public String storagePrefix(String namespace) {
        String prefix = "/registry/" + storageName() + "/";
        return namespace == null || namespace.isEmpty() ? prefix : prefix + namespace + "/";
    }

    /** A few resources keep names of old; those that servers of their own bring have their group in front. */
    private String storageName() {
        if (isCustom() || group.equals("apiextensions.k8s.io") || group.equals("apiregistration.k8s.io")) {
            return group + "/" + plural;
        }
        return switch (plural) {
            case "nodes" -> "minions";
            case "replicationcontrollers" -> "controllers";
            case "services" -> "services/specs";
            case "endpoints" -> "services/endpoints";
            case "ingresses" -> "ingress";
            case "podsecuritypolicies" -> "podsecuritypolicy";
            default -> plural;
        };
    }

    /** Key of one object in the store. */
    public String storageKey(ObjectKey key) {
        return namespaced && !key.namespace().isEmpty()
                ? "/registry/" + storageName() + "/" + key.namespace() + "/" + key.name()
                : "/registry/" + storageName() + "/" + key.name();
    }
}
