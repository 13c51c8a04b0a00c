package dev.wavetank.model.scheduler.framework;

import dev.wavetank.model.api.KubernetesObject;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A change in the cluster that may let a waiting pod be placed ({@code framework.ClusterEvent}).
 *
 * @param resource kind of the changed object
 * @param actions what happened to it; in what a plug-in registers: any of these
 * @param label its name in logs and traces, such as {@code NodeAdd}
 */
public record ClusterEvent(Resource resource, Set<Action> actions, String label) {

    /** Kinds of objects ({@code framework.GVK}). */
    public enum Resource {
        /** A pod that has a node. */
        ASSIGNED_POD,
        /** The pod itself that waits, or another that waits. */
        UNSCHEDULED_POD,
        /** A node. */
        NODE,
        /** A volume. */
        PERSISTENT_VOLUME,
        /** A claim to a volume. */
        PERSISTENT_VOLUME_CLAIM,
        /** A class of volumes. */
        STORAGE_CLASS,
        /** What drivers of volumes say about a node. */
        CSI_NODE,
        /** A service. */
        SERVICE,
        /** Any: registered by a plug-in that says nothing about events; raised by the periodic flush. */
        WILDCARD
    }

    /** What can happen to an object ({@code framework.ActionType}). */
    public enum Action {
        /** It was created; a pod: it got its node. */
        ADD,
        /** It was deleted; a pod: it has ended. */
        DELETE,
        /** It was changed in another way than those below; in what a plug-in registers: it was changed in any way. */
        UPDATE,
        /** A node's allocatable resources. */
        UPDATE_NODE_ALLOCATABLE,
        /** A node's labels. */
        UPDATE_NODE_LABEL,
        /** A node's taints, and whether it is cordoned. */
        UPDATE_NODE_TAINT,
        /** A node's conditions. */
        UPDATE_NODE_CONDITION,
        /** A node's annotations. */
        UPDATE_NODE_ANNOTATION,
        /** A pod's labels. */
        UPDATE_POD_LABEL,
        /** A pod's requests became smaller. */
        UPDATE_POD_SCALE_DOWN,
        /** A pod's tolerations. */
        UPDATE_POD_TOLERATION,
        /** A pod's last scheduling gate was removed. */
        UPDATE_POD_GATES_ELIMINATED
    }

    /**
     * An event, with the objects that it is about.
     *
     * @param event what happened
     * @param before the object before; null when it is new
     * @param after the object after; null when it is gone
     */
    public record Occurrence(
            ClusterEvent event,
            @Nullable KubernetesObject before,
            @Nullable KubernetesObject after) {

        /** Whether it is a change of that pod itself. */
        public boolean isAbout(PodInfo pod) {
            return after != null && pod.uid().equals(after.uid());
        }
    }

    /** What a plug-in registers: any of these actions on objects of a kind. */
    public static ClusterEvent of(Resource resource, Action first, Action... others) {
        return new ClusterEvent(resource, Collections.unmodifiableSet(EnumSet.of(first, others)), resource.name());
    }

    /** Whether a plug-in that registered this event is concerned by that one. */
    public boolean covers(ClusterEvent happened) {
        if (resource == Resource.WILDCARD || happened.resource == Resource.WILDCARD) {
            return true;
        }
        if (resource != happened.resource) {
            return false;
        }
        for (Action action : happened.actions) {
            if (actions.contains(action) || isUpdate(action) && actions.contains(Action.UPDATE)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isUpdate(Action action) {
        return action != Action.ADD && action != Action.DELETE;
    }
}
