package dev.wavetank.model.scheduler.framework;

/** Kinds of answers of plug-ins ({@code framework.Code}). */
public enum Code {
    /** Nothing is against it. */
    SUCCESS,
    /** The plug-in itself failed: the attempt ends, the pod waits for its back-off. */
    ERROR,
    /** The node does not suit as the cluster is; removing pods from it may help. */
    UNSCHEDULABLE,
    /** The node does not suit, and removing pods from it does not help. */
    UNSCHEDULABLE_AND_UNRESOLVABLE,
    /** Permit: the decision comes later. */
    WAIT,
    /** Bind: another plug-in may bind it. PreFilter and PreScore: the plug-in has nothing to say about this pod. */
    SKIP;

    /** Whether it means that the node, or every node, is refused to the pod. */
    public boolean isRefusal() {
        return this == UNSCHEDULABLE || this == UNSCHEDULABLE_AND_UNRESOLVABLE;
    }
}
