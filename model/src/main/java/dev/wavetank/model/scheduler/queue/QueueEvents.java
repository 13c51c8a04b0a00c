package dev.wavetank.model.scheduler.queue;

import dev.wavetank.model.scheduler.framework.ClusterEvent;
import dev.wavetank.model.scheduler.framework.ClusterEvent.Action;
import dev.wavetank.model.scheduler.framework.ClusterEvent.Resource;
import java.util.Collections;
import java.util.EnumSet;

/** The events that move pods, with their names ({@code internal/queue/events.go}). */
public final class QueueEvents {

    /** A pod was bound, or seen as bound for the first time. */
    public static final ClusterEvent ASSIGNED_POD_ADD = event(Resource.ASSIGNED_POD, Action.ADD, "AssignedPodAdd");
    /** A bound pod has changed. */
    public static final ClusterEvent ASSIGNED_POD_UPDATE =
            event(Resource.ASSIGNED_POD, Action.UPDATE, "AssignedPodUpdate");
    /** A bound pod has ended or was deleted, or an assumed one was forgotten. */
    public static final ClusterEvent ASSIGNED_POD_DELETE =
            event(Resource.ASSIGNED_POD, Action.DELETE, "AssignedPodDelete");
    /** A waiting pod itself has changed. */
    public static final ClusterEvent POD_UPDATE = event(Resource.UNSCHEDULED_POD, Action.UPDATE, "PodUpdate");
    /** A new node. */
    public static final ClusterEvent NODE_ADD = event(Resource.NODE, Action.ADD, "NodeAdd");
    /** A node is gone; from v1.32 on. */
    public static final ClusterEvent NODE_DELETE = event(Resource.NODE, Action.DELETE, "NodeDelete");
    /** A node was uncordoned. */
    public static final ClusterEvent NODE_SPEC_UNSCHEDULABLE_CHANGE =
            event(Resource.NODE, Action.UPDATE_NODE_TAINT, "NodeSpecUnschedulableChange");
    /** The allocatable resources of a node have changed. */
    public static final ClusterEvent NODE_ALLOCATABLE_CHANGE =
            event(Resource.NODE, Action.UPDATE_NODE_ALLOCATABLE, "NodeAllocatableChange");
    /** The labels of a node have changed. */
    public static final ClusterEvent NODE_LABEL_CHANGE =
            event(Resource.NODE, Action.UPDATE_NODE_LABEL, "NodeLabelChange");
    /** The taints of a node have changed. */
    public static final ClusterEvent NODE_TAINT_CHANGE =
            event(Resource.NODE, Action.UPDATE_NODE_TAINT, "NodeTaintChange");
    /** The conditions of a node have changed, by their status. */
    public static final ClusterEvent NODE_CONDITION_CHANGE =
            event(Resource.NODE, Action.UPDATE_NODE_CONDITION, "NodeConditionChange");
    /** The annotations of a node have changed. */
    public static final ClusterEvent NODE_ANNOTATION_CHANGE =
            event(Resource.NODE, Action.UPDATE_NODE_ANNOTATION, "NodeAnnotationChange");

    /** A pod was unschedulable for a long time. */
    public static final ClusterEvent UNSCHEDULABLE_TIMEOUT =
            new ClusterEvent(Resource.WILDCARD, Collections.emptySet(), "UnschedulableTimeout");
    /** A plug-in lets a pod be tried. */
    public static final ClusterEvent FORCE_ACTIVATE =
            new ClusterEvent(Resource.WILDCARD, Collections.emptySet(), "ForceActivate");

    private QueueEvents() {}

    /** An event with one action. */
    public static ClusterEvent event(Resource resource, Action action, String label) {
        return new ClusterEvent(resource, Collections.unmodifiableSet(EnumSet.of(action)), label);
    }
}
