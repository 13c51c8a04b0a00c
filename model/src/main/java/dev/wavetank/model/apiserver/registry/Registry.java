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
import dev.wavetank.model.apiserver.registry.pod.PodStrategy;
import dev.wavetank.model.apiserver.registry.strategy.Strategies;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds the strategy of a resource. */
public final class Registry {

    private static final Map<ResourceType, Strategy<?>> STRATEGIES = strategies();
    private static final Strategy<KubernetesObject> PLAIN = new GenericStrategy(GenericKinds.NONE);
    private static final Map<String, Strategy<KubernetesObject>> GENERIC = generic();

    /** Resources that permit no unconditional update. */
    private static final List<String> CONDITIONAL =
            List.of("leases.coordination.k8s.io", "poddisruptionbudgets.policy");

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

    private static Map<String, Strategy<KubernetesObject>> generic() {
        Map<String, Strategy<KubernetesObject>> strategies = new LinkedHashMap<>();
        GenericKinds.RULES.forEach((resource, rules) -> strategies.put(resource, new GenericStrategy(rules)));
        return Collections.unmodifiableMap(strategies);
    }

    /** The strategies of the resources that come with the server. */
    public static Strategies builtIn() {
        return Registry::strategy;
    }

    /** The strategy of a resource. Ask {@link Strategy#accepts} first whether an object fits. */
    @SuppressWarnings("unchecked") // accepts() is asked for every object that comes from outside
    public static Strategy<KubernetesObject> strategy(ResourceType resource) {
        Strategy<?> own = STRATEGIES.get(resource);
        return own != null ? (Strategy<KubernetesObject>) own : GENERIC.getOrDefault(resource.qualified(), PLAIN);
    }

    /** Whether a PUT must say which version it replaces. */
    public static boolean needsRevision(ResourceType resource) {
        return CONDITIONAL.contains(resource.qualified());
    }

    static List<String> selectableFields(ResourceType resource) {
        return strategy(resource).selectableFields();
    }
}
