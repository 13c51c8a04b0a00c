package dev.wavetank.model.apiserver.registry;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.apiserver.registry.apps.DeploymentStrategy;
import dev.wavetank.model.apiserver.registry.apps.ReplicaSetStrategy;
import dev.wavetank.model.apiserver.registry.core.EventStrategy;
import dev.wavetank.model.apiserver.registry.core.LimitRangeStrategy;
import dev.wavetank.model.apiserver.registry.core.NamespaceStrategy;
import dev.wavetank.model.apiserver.registry.core.NodeStrategy;
import dev.wavetank.model.apiserver.registry.core.ResourceQuotaStrategy;
import dev.wavetank.model.apiserver.registry.generic.GenericKinds;
import dev.wavetank.model.apiserver.registry.generic.GenericStrategy;
import dev.wavetank.model.apiserver.registry.generic.KindRules;
import dev.wavetank.model.apiserver.registry.pod.PodStrategy;
import dev.wavetank.model.apiserver.registry.strategy.Strategies;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.version.PerVersion;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds the strategy of a resource. */
public final class Registry {

    private static final Map<ResourceType, Strategy<?>> STRATEGIES = strategies();
    private static final Strategy<KubernetesObject> PLAIN =
            new GenericStrategy(KindRules.NONE, KubernetesVersion.DEFAULT);
    private static final PerVersion<Map<String, Strategy<KubernetesObject>>> GENERIC =
            new PerVersion<>(Registry::generic);

    /** Resources that permit no unconditional update. */
    private static final List<String> CONDITIONAL = List.of(
            "customresourcedefinitions.apiextensions.k8s.io",
            "leases.coordination.k8s.io",
            "poddisruptionbudgets.policy",
            "mutatingwebhookconfigurations.admissionregistration.k8s.io",
            "validatingwebhookconfigurations.admissionregistration.k8s.io",
            "runtimeclasses.node.k8s.io",
            "csidrivers.storage.k8s.io",
            "csinodes.storage.k8s.io",
            "volumeattachments.storage.k8s.io");

    /** Resources of which a PUT creates what is not there ({@code AllowCreateOnUpdate}). */
    private static final List<String> CREATED_BY_UPDATE = List.of(
            "endpoints",
            "events",
            "leases.coordination.k8s.io",
            "limitranges",
            "services",
            "roles.rbac.authorization.k8s.io",
            "rolebindings.rbac.authorization.k8s.io",
            "clusterroles.rbac.authorization.k8s.io",
            "clusterrolebindings.rbac.authorization.k8s.io");

    private Registry() {}

    private static Map<ResourceType, Strategy<?>> strategies() {
        Map<ResourceType, Strategy<?>> strategies = new LinkedHashMap<>();
        strategies.put(Resources.PODS, new PodStrategy());
        strategies.put(Resources.DEPLOYMENTS, new DeploymentStrategy());
        strategies.put(Resources.REPLICA_SETS, new ReplicaSetStrategy());
        strategies.put(Resources.NAMESPACES, new NamespaceStrategy());
        strategies.put(Resources.NODES, new NodeStrategy());
        strategies.put(Resources.RESOURCE_QUOTAS, new ResourceQuotaStrategy());
        strategies.put(Resources.LIMIT_RANGES, new LimitRangeStrategy());
        strategies.put(Resources.EVENTS, new EventStrategy());
        return Collections.unmodifiableMap(strategies);
    }

    private static Map<String, Strategy<KubernetesObject>> generic(KubernetesVersion release) {
        Map<String, Strategy<KubernetesObject>> strategies = new LinkedHashMap<>();
        GenericKinds.RULES.forEach((resource, rules) -> strategies.put(resource, new GenericStrategy(rules, release)));
        return Collections.unmodifiableMap(strategies);
    }

    /** The strategies of the resources that come with the server of a release, for one server. */
    public static Strategies builtIn(KubernetesVersion release) {
        Map<String, Strategy<KubernetesObject>> generic = GENERIC.of(release);
        Map<ResourceType, Strategy<KubernetesObject>> known = new LinkedHashMap<>();
        return resource -> known.computeIfAbsent(resource, unknown -> strategy(unknown, generic));
    }

    /** The strategy of a resource, for questions whose answers all releases share. */
    public static Strategy<KubernetesObject> strategy(ResourceType resource) {
        return strategy(resource, GENERIC.of(KubernetesVersion.DEFAULT));
    }

    @SuppressWarnings("unchecked") // accepts() is asked for every object that comes from outside
    private static Strategy<KubernetesObject> strategy(
            ResourceType resource, Map<String, Strategy<KubernetesObject>> generic) {
        Strategy<?> own = STRATEGIES.get(resource);
        return own != null ? (Strategy<KubernetesObject>) own : generic.getOrDefault(resource.qualified(), PLAIN);
    }

    /** Whether a PUT must say which version it replaces. */
    public static boolean needsRevision(ResourceType resource) {
        return resource.isCustom() || CONDITIONAL.contains(resource.qualified());
    }

    /** Whether a PUT creates what is not there. */
    public static boolean createsByUpdate(ResourceType resource) {
        return CREATED_BY_UPDATE.contains(resource.qualified());
    }

    static List<String> selectableFields(ResourceType resource) {
        return strategy(resource).selectableFields();
    }
}
