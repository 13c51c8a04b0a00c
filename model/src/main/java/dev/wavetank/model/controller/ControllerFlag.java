package dev.wavetank.model.controller;

/** The flags of {@code kube-controller-manager} that controllers read, with their defaults. */
public enum ControllerFlag {
    /** Deployments that are worked on at the same time. */
    CONCURRENT_DEPLOYMENT_SYNCS("concurrent-deployment-syncs", Type.NUMBER, "5"),
    /** ReplicaSets that are worked on at the same time. */
    CONCURRENT_REPLICASET_SYNCS("concurrent-replicaset-syncs", Type.NUMBER, "5"),
    /** Objects that the garbage collector works on at the same time. */
    CONCURRENT_GC_SYNCS("concurrent-gc-syncs", Type.NUMBER, "20"),
    /** Quotas that are counted at the same time. */
    CONCURRENT_RESOURCE_QUOTA_SYNCS("concurrent-resource-quota-syncs", Type.NUMBER, "5"),
    /** How often the health of all nodes is looked at. */
    NODE_MONITOR_PERIOD("node-monitor-period", Type.DURATION, "5s"),
    /** How long a node may be silent before nothing is known about it; 50 s from 1.32 on. */
    NODE_MONITOR_GRACE_PERIOD("node-monitor-grace-period", Type.DURATION, "40s"),
    /** The same for a node that has never said that it is ready. */
    NODE_STARTUP_GRACE_PERIOD("node-startup-grace-period", Type.DURATION, "60s"),
    /** How long pods stay on a node that is not ready, before there were taints for that. */
    POD_EVICTION_TIMEOUT("pod-eviction-timeout", Type.DURATION, "5m"),
    /** Nodes a second that are given up in a zone that is well, or wholly down. */
    NODE_EVICTION_RATE("node-eviction-rate", Type.FRACTION, "0.1"),
    /** The same in a large zone that is partly down; in a small one it is 0. */
    SECONDARY_NODE_EVICTION_RATE("secondary-node-eviction-rate", Type.FRACTION, "0.01"),
    /** With more nodes than that a zone is large. */
    LARGE_CLUSTER_SIZE_THRESHOLD("large-cluster-size-threshold", Type.NUMBER, "50"),
    /** From which part of nodes that are not ready on a zone counts as partly down. */
    UNHEALTHY_ZONE_THRESHOLD("unhealthy-zone-threshold", Type.FRACTION, "0.55"),
    /** With more pods than that which have ended, the oldest of them are deleted; 0: never. */
    TERMINATED_POD_GC_THRESHOLD("terminated-pod-gc-threshold", Type.NUMBER, "12500");

    private final String label;
    private final Type type;
    private final String standard;

    /** What a flag's text means. */
    public enum Type {
        /** A whole number. */
        NUMBER,
        /** A number with a fraction. */
        FRACTION,
        /** A time such as {@code 40s}. */
        DURATION
    }

    ControllerFlag(String label, Type type, String standard) {
        this.label = label;
        this.type = type;
        this.standard = standard;
    }

    /** Its name, without dashes in front. */
    public String label() {
        return label;
    }

    /** What its text means. */
    public Type type() {
        return type;
    }

    /** Its value when nobody sets it. */
    public String standard() {
        return standard;
    }
}
