package dev.wavetank.model.api;

import java.util.List;

/** The resources that components of the model name in their own code. */
public final class Resources {

    public static final ResourceType PODS = core("Pod", "pods", true);
    public static final ResourceType NODES = core("Node", "nodes", false);
    public static final ResourceType NAMESPACES = core("Namespace", "namespaces", false);
    public static final ResourceType SERVICE_ACCOUNTS = core("ServiceAccount", "serviceaccounts", true);
    public static final ResourceType SECRETS = core("Secret", "secrets", true);
    public static final ResourceType CONFIG_MAPS = core("ConfigMap", "configmaps", true);
    public static final ResourceType RESOURCE_QUOTAS = core("ResourceQuota", "resourcequotas", true);
    public static final ResourceType LIMIT_RANGES = core("LimitRange", "limitranges", true);
    public static final ResourceType EVENTS = core("Event", "events", true);
    public static final ResourceType BINDINGS = core("Binding", "bindings", true);
    public static final ResourceType SERVICES = core("Service", "services", true);
    public static final ResourceType ENDPOINTS = core("Endpoints", "endpoints", true);
    public static final ResourceType ENDPOINT_SLICES =
            new ResourceType("discovery.k8s.io", "v1", "EndpointSlice", "endpointslices", true);
    public static final ResourceType DEPLOYMENTS = new ResourceType("apps", "v1", "Deployment", "deployments", true);
    public static final ResourceType REPLICA_SETS = new ResourceType("apps", "v1", "ReplicaSet", "replicasets", true);
    public static final ResourceType STATEFUL_SETS =
            new ResourceType("apps", "v1", "StatefulSet", "statefulsets", true);
    public static final ResourceType DAEMON_SETS = new ResourceType("apps", "v1", "DaemonSet", "daemonsets", true);
    public static final ResourceType CONTROLLER_REVISIONS =
            new ResourceType("apps", "v1", "ControllerRevision", "controllerrevisions", true);
    public static final ResourceType REPLICATION_CONTROLLERS =
            core("ReplicationController", "replicationcontrollers", true);
    public static final ResourceType PERSISTENT_VOLUME_CLAIMS =
            core("PersistentVolumeClaim", "persistentvolumeclaims", true);
    public static final ResourceType PERSISTENT_VOLUMES = core("PersistentVolume", "persistentvolumes", false);
    public static final ResourceType STORAGE_CLASSES =
            new ResourceType("storage.k8s.io", "v1", "StorageClass", "storageclasses", false);
    public static final ResourceType CSI_NODES = new ResourceType("storage.k8s.io", "v1", "CSINode", "csinodes", false);

    /** Read by components as they come, without a class of their own. */
    public static final ResourceType CSI_DRIVERS =
            new ResourceType("storage.k8s.io", "v1", "CSIDriver", "csidrivers", false);

    public static final ResourceType VOLUME_ATTACHMENTS =
            new ResourceType("storage.k8s.io", "v1", "VolumeAttachment", "volumeattachments", false);

    public static final ResourceType CLUSTER_ROLES =
            new ResourceType("rbac.authorization.k8s.io", "v1", "ClusterRole", "clusterroles", false);

    public static final ResourceType JOBS = new ResourceType("batch", "v1", "Job", "jobs", true);
    public static final ResourceType CRON_JOBS = new ResourceType("batch", "v1", "CronJob", "cronjobs", true);

    public static final ResourceType HORIZONTAL_POD_AUTOSCALERS =
            new ResourceType("autoscaling", "v2", "HorizontalPodAutoscaler", "horizontalpodautoscalers", true);

    public static final ResourceType POD_DISRUPTION_BUDGETS =
            new ResourceType("policy", "v1", "PodDisruptionBudget", "poddisruptionbudgets", true);

    /** Who holds what: the life of nodes, the leadership of components. */
    public static final ResourceType LEASES = new ResourceType("coordination.k8s.io", "v1", "Lease", "leases", true);

    /** Definitions of the resources that Kubernetes itself does not have. */
    public static final ResourceType CUSTOM_RESOURCE_DEFINITIONS = new ResourceType(
            "apiextensions.k8s.io", "v1", "CustomResourceDefinition", "customresourcedefinitions", false);

    /** All that a cluster cannot do without. */
    public static final List<ResourceType> ALL = List.of(
            PODS,
            NODES,
            NAMESPACES,
            SERVICE_ACCOUNTS,
            RESOURCE_QUOTAS,
            LIMIT_RANGES,
            EVENTS,
            SERVICES,
            DEPLOYMENTS,
            REPLICA_SETS);

    private Resources() {}

    private static ResourceType core(String kind, String plural, boolean namespaced) {
        return new ResourceType("", "v1", kind, plural, namespaced);
    }
}
