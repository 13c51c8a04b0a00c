package dev.wavetank.model.trace;

import dev.wavetank.sim.trace.TraceRecord;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An object has come to a certain point of its journey from the user's command to running containers.
 *
 * @param point which point
 * @param object kind and key in lower case, such as {@code pod/default/web-1}
 * @param owner the object that it was made for, in the same form, or null
 * @param ago how long before its record it happened, in nanoseconds: the answer of the store has to travel before
 * the API
 *     server can report
 */
public record Milestone(
        Point point, String object, @Nullable String owner, long ago) implements TraceRecord {

    /** It happens now. */
    public Milestone(Point point, String object, @Nullable String owner) {
        this(point, object, owner, 0);
    }

    /**
     * The points of the journey, in the order in which a pod comes to them. A stage is the way from one to the
     * next.
     */
    public enum Point {
        /** The API server received the user's request. */
        REQUEST_RECEIVED,
        /** An object was stored that a user asked for, or its new desired state. */
        STORED,
        /** The object's controller saw it, or its new desired state. */
        OBSERVED,
        /** A ReplicaSet was stored for a Deployment, or its new desired state. */
        REPLICA_SET_STORED,
        /** The ReplicaSet controller saw the ReplicaSet, or its new desired state. */
        REPLICA_SET_OBSERVED,
        /** A pod was stored. */
        POD_CREATED,
        /** The scheduler chose a node. */
        SCHEDULED,
        /** The binding was stored. */
        BOUND,
        /** The kubelet of that node saw the pod. */
        SEEN_BY_KUBELET,
        /** The pause container runs. */
        SANDBOX_READY,
        /** The sandbox has its network and address. */
        NETWORK_READY,
        /** All images are on the node. */
        IMAGES_PULLED,
        /** All containers were started. */
        CONTAINERS_STARTED,
        /** The API server stored that the pod is ready. */
        READY,
        /** The ReplicaSet controller saw that the pod is ready. */
        SEEN_READY
    }

    @Override
    public String type() {
        return "milestone";
    }

    /** The point, such as {@code pod-created}. */
    @Override
    public String verb() {
        return point.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public String subject() {
        return object;
    }

    @Override
    public void describe(Fields out) {
        out.text("point", point.name())
                .text("object", object)
                .text("owner", owner)
                .number("ago", ago);
    }
}
