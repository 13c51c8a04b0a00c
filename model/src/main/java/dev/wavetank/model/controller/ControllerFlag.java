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
    /** How often handlers of informers hear of all objects again, at the most often; 0 for never. */
    MIN_RESYNC_PERIOD("min-resync-period", Type.DURATION, "12h");

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
