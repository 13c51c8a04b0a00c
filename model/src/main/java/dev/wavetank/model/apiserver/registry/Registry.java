package dev.wavetank.model.apiserver.registry;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds the strategy of a resource. */
public final class Registry {

    private static final Strategy<KubernetesObject> GENERIC = new GenericStrategy();
    private static final Map<ResourceType, Strategy<?>> STRATEGIES = strategies();

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

    /** The strategy of a resource. Ask {@link #accepts} first whether an object fits. */
    @SuppressWarnings("unchecked") // accepts() is asked for every object that comes from outside
    public static Strategy<KubernetesObject> strategy(ResourceType resource) {
        return (Strategy<KubernetesObject>) STRATEGIES.getOrDefault(resource, GENERIC);
    }

    /** Whether the object is of the kind that the strategy of the resource takes. */
    public static boolean accepts(ResourceType resource, KubernetesObject object) {
        return strategy(resource).kind().isInstance(object);
    }

    static List<String> selectableFields(ResourceType resource) {
        return strategy(resource).selectableFields();
    }
}
