package dev.wavetank.model.controller;

/** The flags of {@code kube-controller-manager} that controllers read, with their defaults. */
public enum ControllerFlag {
    /** Deployments that are synced concurrently. */
    CONCURRENT_DEPLOYMENT_SYNCS("concurrent-deployment-syncs", Type.NUMBER, "5"),
    /** ReplicaSets that are synced concurrently. */
    CONCURRENT_REPLICASET_SYNCS("concurrent-replicaset-syncs", Type.NUMBER, "5"),
    /** ReplicationControllers that are synced concurrently. */
    CONCURRENT_RC_SYNCS("concurrent-rc-syncs", Type.NUMBER, "5"),
    /** StatefulSets that are synced concurrently. */
    CONCURRENT_STATEFULSET_SYNCS("concurrent-statefulset-syncs", Type.NUMBER, "5"),
    /** DaemonSets that are synced concurrently. */
    CONCURRENT_DAEMONSET_SYNCS("concurrent-daemonset-syncs", Type.NUMBER, "2"),
    /** Pods whose ephemeral volumes are synced concurrently. */
    CONCURRENT_EPHEMERALVOLUME_SYNCS("concurrent-ephemeralvolume-syncs", Type.NUMBER, "5"),
    /** Objects that the garbage collector processes concurrently. */
    CONCURRENT_GC_SYNCS("concurrent-gc-syncs", Type.NUMBER, "20"),
    /** Namespaces whose content is deleted concurrently. */
    CONCURRENT_NAMESPACE_SYNCS("concurrent-namespace-syncs", Type.NUMBER, "10"),
    /** Resync period of the namespace controller. */
    NAMESPACE_SYNC_PERIOD("namespace-sync-period", Type.DURATION, "5m"),
    /** ServiceAccounts whose tokens are synced concurrently. */
    CONCURRENT_SERVICEACCOUNT_TOKEN_SYNCS("concurrent-serviceaccount-token-syncs", Type.NUMBER, "5"),
    /** Services whose Endpoints are synced concurrently. */
    CONCURRENT_ENDPOINT_SYNCS("concurrent-endpoint-syncs", Type.NUMBER, "5"),
    /** Services whose EndpointSlices are synced concurrently. */
    CONCURRENT_SERVICE_ENDPOINT_SYNCS("concurrent-service-endpoint-syncs", Type.NUMBER, "5"),
    /** Batching period of Endpoints: how long a sync waits after a change of a pod for more changes (1.16). */
    ENDPOINT_UPDATES_BATCH_PERIOD("endpoint-updates-batch-period", Type.DURATION, "0s"),
    /** The same for EndpointSlices (1.18). */
    ENDPOINTSLICE_UPDATES_BATCH_PERIOD("endpointslice-updates-batch-period", Type.DURATION, "0s"),
    /** The maximum number of endpoints in one EndpointSlice. */
    MAX_ENDPOINTS_PER_SLICE("max-endpoints-per-slice", Type.NUMBER, "100", "1", "1000"),
    /** Services without a selector whose Endpoints are mirrored concurrently. */
    MIRRORING_CONCURRENT_SERVICE_ENDPOINT_SYNCS("mirroring-concurrent-service-endpoint-syncs", Type.NUMBER, "5"),
    /** How many addresses of one subset of Endpoints are mirrored to a slice. */
    MIRRORING_MAX_ENDPOINTS_PER_SUBSET("mirroring-max-endpoints-per-subset", Type.NUMBER, "1000", "1", "1000"),
    /** Batching period of mirrored slices (1.19). */
    MIRRORING_ENDPOINTSLICE_UPDATES_BATCH_PERIOD("mirroring-endpointslice-updates-batch-period", Type.DURATION, "0s"),
    /** Quotas that are synced concurrently. */
    CONCURRENT_RESOURCE_QUOTA_SYNCS("concurrent-resource-quota-syncs", Type.NUMBER, "5"),
    /** How often all quotas are recalculated. */
    RESOURCE_QUOTA_SYNC_PERIOD("resource-quota-sync-period", Type.DURATION, "5m", "1ms", null),
    /** Jobs that are synced concurrently. */
    CONCURRENT_JOB_SYNCS("concurrent-job-syncs", Type.NUMBER, "5"),
    /** CronJobs that are synced concurrently; before 1.21 they are synced one after the other. */
    CONCURRENT_CRON_JOB_SYNCS("concurrent-cron-job-syncs", Type.NUMBER, "5"),
    /** Finished Jobs that are deleted concurrently. */
    CONCURRENT_TTL_AFTER_FINISHED_SYNCS("concurrent-ttl-after-finished-syncs", Type.NUMBER, "5"),
    /** Autoscalers that are synced concurrently. */
    CONCURRENT_HORIZONTAL_POD_AUTOSCALER_SYNCS("concurrent-horizontal-pod-autoscaler-syncs", Type.NUMBER, "5"),
    /** The sync period of autoscalers. */
    HORIZONTAL_POD_AUTOSCALER_SYNC_PERIOD("horizontal-pod-autoscaler-sync-period", Type.DURATION, "15s", "1ms", null),
    /** How long the highest recommendation counts before an autoscaler shrinks. */
    HORIZONTAL_POD_AUTOSCALER_DOWNSCALE_STABILIZATION(
            "horizontal-pod-autoscaler-downscale-stabilization", Type.DURATION, "5m"),
    /** The relative deviation of usage from its target that causes no change. */
    HORIZONTAL_POD_AUTOSCALER_TOLERANCE("horizontal-pod-autoscaler-tolerance", Type.FRACTION, "0.1"),
    /** How long after a pod's start its cpu usage counts only when the pod is ready. */
    HORIZONTAL_POD_AUTOSCALER_CPU_INITIALIZATION_PERIOD(
            "horizontal-pod-autoscaler-cpu-initialization-period", Type.DURATION, "5m"),
    /** How long after a pod's start a pod that is not ready counts as never ready. */
    HORIZONTAL_POD_AUTOSCALER_INITIAL_READINESS_DELAY(
            "horizontal-pod-autoscaler-initial-readiness-delay", Type.DURATION, "30s"),
    /** How often the health of all nodes is checked. */
    NODE_MONITOR_PERIOD("node-monitor-period", Type.DURATION, "5s", "1ms", null),
    /** How long a node may be silent before its conditions become Unknown; 50 s from 1.32 on. */
    NODE_MONITOR_GRACE_PERIOD("node-monitor-grace-period", Type.DURATION, "40s"),
    /** The same for a node that has never reported its readiness. */
    NODE_STARTUP_GRACE_PERIOD("node-startup-grace-period", Type.DURATION, "60s"),
    /** How long pods stay on a node that is not ready, without taint-based eviction. */
    POD_EVICTION_TIMEOUT("pod-eviction-timeout", Type.DURATION, "5m"),
    /** Nodes evicted per second in a zone that is healthy, or fully disrupted. */
    NODE_EVICTION_RATE("node-eviction-rate", Type.FRACTION, "0.1"),
    /** The same in a large zone that is partially disrupted; in a small one it is 0. */
    SECONDARY_NODE_EVICTION_RATE("secondary-node-eviction-rate", Type.FRACTION, "0.01"),
    /** A zone with more nodes than this is large. */
    LARGE_CLUSTER_SIZE_THRESHOLD("large-cluster-size-threshold", Type.NUMBER, "50", "0", null),
    /** The fraction of nodes that are not ready from which a zone counts as partially disrupted. */
    UNHEALTHY_ZONE_THRESHOLD("unhealthy-zone-threshold", Type.FRACTION, "0.55", "0", "1"),
    /** The number of terminated pods above which the oldest of them are deleted; 0 or less: never. */
    TERMINATED_POD_GC_THRESHOLD("terminated-pod-gc-threshold", Type.NUMBER, "12500", null, null),
    /** How often all claims and volumes are resynced. */
    PVCLAIMBINDER_SYNC_PERIOD("pvclaimbinder-sync-period", Type.DURATION, "15s", "1ms", null),
    /** The shortest resync period of informers; 0 for never. */
    MIN_RESYNC_PERIOD("min-resync-period", Type.DURATION, "12h"),
    /** Whether the ranges of the nodes' pods are given out, and not brought by the nodes themselves. */
    ALLOCATE_NODE_CIDRS("allocate-node-cidrs", Type.TRUTH, "false"),
    /** The addresses of all pods, of which the ranges are taken. */
    CLUSTER_CIDR("cluster-cidr", Type.RANGE, "10.0.0.0/8"),
    /** How many bits the addresses of one node's pods begin with. */
    NODE_CIDR_MASK_SIZE("node-cidr-mask-size", Type.NUMBER, "24", "8", "30");

    private final String label;
    private final Type type;
    private final String standard;
    private final String least;
    private final String most;

    /** The type of a flag's value. */
    public enum Type {
        /** A whole number. */
        NUMBER("1"),
        /** A number with a fraction. */
        FRACTION("0"),
        /** A time such as {@code 40s}. */
        DURATION("0s"),
        /** {@code true} or {@code false}. */
        TRUTH(null),
        /** A range of addresses such as {@code 10.0.0.0/8}. */
        RANGE(null);

        private final String least;

        Type(String least) {
            this.least = least;
        }
    }

    ControllerFlag(String label, Type type, String standard) {
        this(label, type, standard, type.least, null);
    }

    ControllerFlag(String label, Type type, String standard, String least, String most) {
        this.label = label;
        this.type = type;
        this.standard = standard;
        this.least = least;
        this.most = most;
    }

    /** Its name, without dashes in front. */
    public String label() {
        return label;
    }

    /** The type of its value. */
    public Type type() {
        return type;
    }

    /** Its default value. */
    public String standard() {
        return standard;
    }

    /** The smallest valid value; null for any. */
    String least() {
        return least;
    }

    /** The greatest valid value; null for any. */
    String most() {
        return most;
    }
}
