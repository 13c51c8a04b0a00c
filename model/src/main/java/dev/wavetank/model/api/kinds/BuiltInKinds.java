package dev.wavetank.model.api.kinds;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.apps.ControllerRevision;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler;
import dev.wavetank.model.api.batch.CronJob;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.coordination.Lease;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.Binding;
import dev.wavetank.model.api.core.ConfigMap;
import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.api.core.LimitRange;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.ReplicationController;
import dev.wavetank.model.api.core.ResourceQuota;
import dev.wavetank.model.api.core.Secret;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.api.core.ServiceAccount;
import dev.wavetank.model.api.discovery.EndpointSlice;
import dev.wavetank.model.api.policy.PodDisruptionBudget;
import dev.wavetank.model.api.storage.CsiNode;
import dev.wavetank.model.api.storage.StorageClass;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The built-in kinds that have a record: the same immutable record in the store, in every cache and in every client.
 * All other kinds, those of custom resources among them, are a {@link dev.wavetank.model.api.GenericObject}.
 *
 * <p>To add a kind, write its record and add one line here. Its strategy, if it has one, is one line in {@code
 * Registry}.
 */
public final class BuiltInKinds {

    /** One line for each kind, in the order of their groups. */
    public static final List<BuiltInKind> ALL = List.of(
            new BuiltInKind(Resources.PODS, Pod.class),
            new BuiltInKind(Resources.NODES, Node.class),
            new BuiltInKind(Resources.NAMESPACES, Namespace.class),
            new BuiltInKind(Resources.SERVICE_ACCOUNTS, ServiceAccount.class),
            new BuiltInKind(Resources.SECRETS, Secret.class),
            new BuiltInKind(Resources.CONFIG_MAPS, ConfigMap.class),
            new BuiltInKind(Resources.RESOURCE_QUOTAS, ResourceQuota.class),
            new BuiltInKind(Resources.LIMIT_RANGES, LimitRange.class),
            new BuiltInKind(Resources.EVENTS, ApiEvent.class),
            new BuiltInKind(Resources.BINDINGS, Binding.class),
            new BuiltInKind(Resources.SERVICES, Service.class),
            new BuiltInKind(Resources.ENDPOINTS, Endpoints.class),
            new BuiltInKind(Resources.REPLICATION_CONTROLLERS, ReplicationController.class),
            new BuiltInKind(Resources.PERSISTENT_VOLUME_CLAIMS, PersistentVolumeClaim.class),
            new BuiltInKind(Resources.PERSISTENT_VOLUMES, PersistentVolume.class),
            new BuiltInKind(Resources.ENDPOINT_SLICES, EndpointSlice.class),
            new BuiltInKind(Resources.DEPLOYMENTS, Deployment.class),
            new BuiltInKind(Resources.REPLICA_SETS, ReplicaSet.class),
            new BuiltInKind(Resources.STATEFUL_SETS, StatefulSet.class),
            new BuiltInKind(Resources.DAEMON_SETS, DaemonSet.class),
            new BuiltInKind(Resources.CONTROLLER_REVISIONS, ControllerRevision.class),
            new BuiltInKind(Resources.JOBS, Job.class),
            new BuiltInKind(Resources.CRON_JOBS, CronJob.class),
            new BuiltInKind(Resources.HORIZONTAL_POD_AUTOSCALERS, HorizontalPodAutoscaler.class),
            new BuiltInKind(Resources.POD_DISRUPTION_BUDGETS, PodDisruptionBudget.class),
            new BuiltInKind(Resources.LEASES, Lease.class),
            new BuiltInKind(Resources.STORAGE_CLASSES, StorageClass.class),
            new BuiltInKind(Resources.CSI_NODES, CsiNode.class));

    /** By kind, then by group and version. */
    private static final Map<String, Map<String, Class<? extends KubernetesObject>>> BY_NAME = byName();

    private static final Map<Class<?>, ResourceType> RESOURCES = resources();

    private BuiltInKinds() {}

    private static Map<String, Map<String, Class<? extends KubernetesObject>>> byName() {
        Map<String, Map<String, Class<? extends KubernetesObject>>> records = new LinkedHashMap<>();
        for (BuiltInKind kind : ALL) {
            records.computeIfAbsent(kind.resource().kind(), first -> new LinkedHashMap<>(2))
                    .put(kind.resource().apiVersion(), kind.record());
        }
        return Collections.unmodifiableMap(records);
    }

    private static Map<Class<?>, ResourceType> resources() {
        Map<Class<?>, ResourceType> resources = new LinkedHashMap<>();
        ALL.forEach(kind -> resources.put(kind.record(), kind.resource()));
        return Collections.unmodifiableMap(resources);
    }

    /** The record of a kind; empty when the kind has none in this version. */
    public static Optional<Class<? extends KubernetesObject>> recordOf(String apiVersion, String kind) {
        return Optional.ofNullable(
                BY_NAME.getOrDefault(kind, Collections.emptyMap()).get(apiVersion));
    }

    /** The resource whose objects are of a class; empty when the class is not in the table. */
    public static Optional<ResourceType> resourceOf(Class<?> record) {
        return Optional.ofNullable(RESOURCES.get(record));
    }

    /**
     * A kind that has a record.
     *
     * @param resource whose objects are of the kind, in the version that the store keeps
     * @param record of its objects
     */
    public record BuiltInKind(ResourceType resource, Class<? extends KubernetesObject> record) {}
}
