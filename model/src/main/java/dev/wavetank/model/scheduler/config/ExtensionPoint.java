package dev.wavetank.model.scheduler.config;

import java.util.List;

/** The points of an attempt at which plug-ins are called, with the names that configurations and errors give them. */
public enum ExtensionPoint {
    PRE_ENQUEUE("preEnqueue", "PreEnqueuePlugin"),
    QUEUE_SORT("queueSort", "QueueSortPlugin"),
    PRE_FILTER("preFilter", "PreFilterPlugin"),
    FILTER("filter", "FilterPlugin"),
    POST_FILTER("postFilter", "PostFilterPlugin"),
    PRE_SCORE("preScore", "PreScorePlugin"),
    SCORE("score", "ScorePlugin"),
    RESERVE("reserve", "ReservePlugin"),
    PERMIT("permit", "PermitPlugin"),
    PRE_BIND("preBind", "PreBindPlugin"),
    BIND("bind", "BindPlugin"),
    POST_BIND("postBind", "PostBindPlugin");

    /** In this order kube-scheduler checks them when it starts ({@code frameworkImpl.getExtensionPoints}). */
    public static final List<ExtensionPoint> CHECKED = List.of(
            PRE_FILTER,
            FILTER,
            POST_FILTER,
            RESERVE,
            PRE_SCORE,
            SCORE,
            PRE_BIND,
            BIND,
            POST_BIND,
            PERMIT,
            PRE_ENQUEUE,
            QUEUE_SORT);

    private final String field;
    private final String interfaceName;

    ExtensionPoint(String field, String interfaceName) {
        this.field = field;
        this.interfaceName = interfaceName;
    }

    /** The field of {@code plugins} in a profile. */
    public String field() {
        return field;
    }

    /** The name of the interface in Kubernetes, which is also that of the interface here. */
    public String interfaceName() {
        return interfaceName;
    }

    /** The point with that field. */
    public static ExtensionPoint of(String field) {
        for (ExtensionPoint point : values()) {
            if (point.field.equals(field)) {
                return point;
            }
        }
        throw new IllegalArgumentException("no extension point is named " + field);
    }
}
