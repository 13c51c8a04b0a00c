package dev.wavetank.model.apiserver.registry;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.kinds.BuiltInKinds;
import dev.wavetank.model.apiserver.registry.apps.DaemonSetStrategy;
import dev.wavetank.model.apiserver.registry.apps.DeploymentStrategy;
import dev.wavetank.model.apiserver.registry.apps.ReplicaSetStrategy;
import dev.wavetank.model.apiserver.registry.apps.ReplicationControllerStrategy;
import dev.wavetank.model.apiserver.registry.apps.StatefulSetStrategy;
import dev.wavetank.model.apiserver.registry.autoscaling.HorizontalPodAutoscalerStrategy;
import dev.wavetank.model.apiserver.registry.batch.CronJobStrategy;
import dev.wavetank.model.apiserver.registry.batch.JobStrategy;
import dev.wavetank.model.apiserver.registry.core.ConfigMapStrategy;
import dev.wavetank.model.apiserver.registry.core.EventStrategy;
import dev.wavetank.model.apiserver.registry.core.LeaseStrategy;
import dev.wavetank.model.apiserver.registry.core.LimitRangeStrategy;
import dev.wavetank.model.apiserver.registry.core.NamespaceStrategy;
import dev.wavetank.model.apiserver.registry.core.NodeStrategy;
import dev.wavetank.model.apiserver.registry.core.PodDisruptionBudgetStrategy;
import dev.wavetank.model.apiserver.registry.core.ResourceQuotaStrategy;
import dev.wavetank.model.apiserver.registry.core.SecretStrategy;
import dev.wavetank.model.apiserver.registry.pod.PodStrategy;
import dev.wavetank.model.apiserver.registry.service.EndpointSliceStrategy;
import dev.wavetank.model.apiserver.registry.service.EndpointsStrategy;
import dev.wavetank.model.apiserver.registry.service.ServiceStrategy;
import dev.wavetank.model.apiserver.registry.strategy.PlainStrategy;
import dev.wavetank.model.apiserver.registry.strategy.Strategies;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.untyped.GenericKinds;
import dev.wavetank.model.apiserver.registry.untyped.GenericStrategy;
import dev.wavetank.model.apiserver.registry.untyped.KindRules;
import dev.wavetank.model.apiserver.registry.volume.PersistentVolumeClaimStrategy;
import dev.wavetank.model.apiserver.registry.volume.PersistentVolumeStrategy;
import dev.wavetank.model.apiserver.registry.volume.StorageClassStrategy;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.version.PerVersion;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds the strategy of a resource. */
public final class Registry {

    private static final Strategy<GenericObject> PLAIN = new GenericStrategy(KindRules.NONE);
    private static final PerVersion<Map<String, Strategy<?>>> BY_VERSION = new PerVersion<>(Registry::byResource);

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

    /** Resources for which a PUT creates a missing object ({@code AllowCreateOnUpdate}). */
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

    /** The strategies of the kinds that have a record and need more than the rules for all kinds. */
    private static List<Strategy<?>> strategies(KubernetesVersion version) {
        return List.of(
                new PodStrategy(version),
                new NodeStrategy(),
                new NamespaceStrategy(version),
                new SecretStrategy(),
                new ConfigMapStrategy(),
                new ResourceQuotaStrategy(),
                new LimitRangeStrategy(),
                new EventStrategy(),
                new ServiceStrategy(version),
                new EndpointsStrategy(version),
                new EndpointSliceStrategy(),
                new PersistentVolumeClaimStrategy(),
                new PersistentVolumeStrategy(),
                new StorageClassStrategy(),
                new ReplicationControllerStrategy(version),
                new DeploymentStrategy(version),
                new ReplicaSetStrategy(version),
                new StatefulSetStrategy(version),
                new DaemonSetStrategy(version),
                new JobStrategy(version),
                new CronJobStrategy(version),
                new HorizontalPodAutoscalerStrategy(),
                new PodDisruptionBudgetStrategy(),
                new LeaseStrategy());
    }

    private static Map<String, Strategy<?>> byResource(KubernetesVersion version) {
        Map<String, Strategy<?>> strategies = new LinkedHashMap<>();
        BuiltInKinds.ALL.forEach(
                kind -> strategies.put(kind.resource().qualified(), new PlainStrategy<>(kind.record())));
        for (Strategy<?> strategy : strategies(version)) {
            strategies.put(
                    BuiltInKinds.resourceOf(strategy.kind()).orElseThrow().qualified(), strategy);
        }
        GenericKinds.RULES.forEach((resource, rules) -> strategies.put(resource, new GenericStrategy(rules)));
        return Collections.unmodifiableMap(strategies);
    }

    /** The strategies of the resources that come with the server of a release, for one server. */
    public static Strategies builtIn(KubernetesVersion version) {
        Map<ResourceType, Strategy<KubernetesObject>> known = new LinkedHashMap<>();
        return resource -> known.computeIfAbsent(resource, unknown -> strategy(unknown, version));
    }

    /** The strategy of a resource, for questions whose answers all releases share. */
    public static Strategy<KubernetesObject> strategy(ResourceType resource) {
        return strategy(resource, KubernetesVersion.DEFAULT);
    }

    @SuppressWarnings("unchecked") // accepts() is asked for every object that comes from outside
    private static Strategy<KubernetesObject> strategy(ResourceType resource, KubernetesVersion version) {
        return (Strategy<KubernetesObject>)
                (Strategy<?>) BY_VERSION.of(version).getOrDefault(resource.qualified(), PLAIN);
    }

    /** Whether a PUT must say which version it replaces. */
    public static boolean needsRevision(ResourceType resource) {
        return resource.isCustom() || CONDITIONAL.contains(resource.qualified());
    }

    /** Whether a PUT creates what is not there. */
    public static boolean createsByUpdate(ResourceType resource) {
        return CREATED_BY_UPDATE.contains(resource.qualified());
    }

    static List<String> selectableFields(ResourceType resource, KubernetesVersion version) {
        return strategy(resource, version).selectableFields();
    }
}
