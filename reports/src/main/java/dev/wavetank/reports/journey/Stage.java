package dev.wavetank.reports.journey;

import dev.wavetank.model.trace.Milestone.Point;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A named part of a pod's journey: the time from one point to another.
 *
 * <p>Steps lead from one point to the very next; laid end to end they are the whole way. Totals span several steps.
 * {@code create_to_schedule}, {@code schedule_to_run}, {@code run_to_watch}, {@code schedule_to_watch} and
 * {@code pod_startup} are the names that SIG Scalability's pod startup measurement uses.
 */
public enum Stage {
    /** Received by the API server to stored. */
    REQUEST_TO_STORE("API server stores the request", Point.REQUEST_RECEIVED, Point.STORED),
    /** Stored to first seen by its controller. */
    STORE_TO_OBSERVE("Controller sees the object", Point.STORED, Point.OBSERVED),
    /** Seen by the Deployment controller to its ReplicaSet stored. */
    OBSERVE_TO_REPLICASET("ReplicaSet is created", Point.OBSERVED, Point.REPLICA_SET_STORED),
    /** ReplicaSet stored to first seen by its controller. */
    REPLICASET_TO_OBSERVE("Controller sees the ReplicaSet", Point.REPLICA_SET_STORED, Point.REPLICA_SET_OBSERVED),
    /** ReplicaSet first seen to pod stored. */
    OBSERVE_TO_CREATE("Pod is created", Point.REPLICA_SET_OBSERVED, Point.POD_CREATED),
    /** Pod stored to node chosen. */
    CREATE_TO_SCHEDULE("Scheduler chooses a node", Point.POD_CREATED, Point.SCHEDULED),
    /** Node chosen to binding stored. */
    SCHEDULE_TO_BIND("Binding is stored", Point.SCHEDULED, Point.BOUND),
    /** Binding stored to seen by the kubelet. */
    BIND_TO_KUBELET("Kubelet sees the pod", Point.BOUND, Point.SEEN_BY_KUBELET),
    /** Seen by the kubelet to pause container running. */
    KUBELET_TO_SANDBOX("Sandbox starts", Point.SEEN_BY_KUBELET, Point.SANDBOX_READY),
    /** Sandbox running to network and address present. */
    SANDBOX_TO_NETWORK("Network is set up", Point.SANDBOX_READY, Point.NETWORK_READY),
    /** Network present to all images on the node. */
    NETWORK_TO_IMAGES("Images are pulled", Point.NETWORK_READY, Point.IMAGES_PULLED),
    /** Images on the node to all containers started. */
    IMAGES_TO_RUN("Containers start", Point.IMAGES_PULLED, Point.CONTAINERS_STARTED),
    /** Containers started to readiness stored. */
    RUN_TO_READY("Readiness is stored", Point.CONTAINERS_STARTED, Point.READY),
    /** Readiness stored to seen by the ReplicaSet controller. */
    READY_TO_WATCH("Controller sees it ready", Point.READY, Point.SEEN_READY),
    /** Node chosen to containers started. */
    SCHEDULE_TO_RUN("Scheduled to started", Point.SCHEDULED, Point.CONTAINERS_STARTED),
    /** Containers started to seen ready. */
    RUN_TO_WATCH("Started to seen ready", Point.CONTAINERS_STARTED, Point.SEEN_READY),
    /** Node chosen to seen ready. */
    SCHEDULE_TO_WATCH("Scheduled to seen ready", Point.SCHEDULED, Point.SEEN_READY),
    /** Pod stored to seen ready. */
    POD_STARTUP("Pod startup: created to seen ready", Point.POD_CREATED, Point.SEEN_READY),
    /** The user's request received to the pod seen ready. */
    COMMAND_TO_READY("Command to seen ready", Point.REQUEST_RECEIVED, Point.SEEN_READY);

    private final String title;
    private final Point from;
    private final Point to;

    Stage(String title, Point from, Point to) {
        this.title = title;
        this.from = from;
        this.to = to;
    }

    /** The steps, in the order of the journey. */
    public static List<Stage> steps() {
        return Arrays.stream(values()).filter(Stage::isStep).toList();
    }

    /** The step between two points, when they are neighbours. */
    public static Optional<Stage> step(Point from, Point to) {
        return Arrays.stream(values())
                .filter(stage -> stage.isStep() && stage.from == from && stage.to == to)
                .findFirst();
    }

    /** Whether it leads from one point to the very next. */
    public boolean isStep() {
        return to.ordinal() == from.ordinal() + 1;
    }

    /** Stable name in files, such as {@code create_to_schedule}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What happens in it, for people. */
    public String title() {
        return title;
    }

    /** The point at which it begins. */
    public Point from() {
        return from;
    }

    /** The point at which it ends. */
    public Point to() {
        return to;
    }
}
