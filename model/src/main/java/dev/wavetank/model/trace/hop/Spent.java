package dev.wavetank.model.trace.hop;

import java.util.Locale;

/** What time is spent on, between a command and running containers. */
public enum Spent {
    /** A request or an answer travels. */
    NETWORK,
    /** An event of a watch travels, and waits for its handler. */
    WATCH,
    /** The client waits until its rate limit permits the request. */
    THROTTLED,
    /** A request waits for a processor of the API server. */
    SERVER_QUEUE,
    /** A key waits for a worker of its controller. */
    QUEUED,
    /** A pod waits for the scheduler. */
    SCHEDULER_QUEUE,
    /** What has failed waits before it is tried again. */
    BACK_OFF,
    /**
     * The API server has refused a request for now, mostly with 429, and the client waits before it asks again, as long
     * as {@code Retry-After} says.
     */
    REFUSED,
    /** Nobody is at work yet: a component starts, or waits for the lease of its leader election. */
    LEASE,
    /** Nothing can be done before something else in the cluster changes: no node has room, for example. */
    BLOCKED,
    /** Nothing more is asked for until the user gives the next command. */
    USER,
    /** The API server works on a request: its handlers, authorization, admission. */
    API_SERVER,
    /** A component works on what it has taken up. */
    WORKING,
    /** etcd commits a change. */
    COMMIT,
    /** The scheduler looks for a node. */
    SCHEDULING,
    /** Volumes are mounted. */
    MOUNTING,
    /** The container runtime makes the sandbox. */
    SANDBOX,
    /** A plug-in gives the sandbox its network. */
    POD_NETWORK,
    /** An image waits for the pulls before it. */
    PULL_QUEUE,
    /** Images are pulled. */
    PULLING,
    /** The container runtime makes and starts the containers. */
    STARTING,
    /** The kubelet reads what its runtime has done, and works out what to report of a pod without probes. */
    REPORTING,
    /** A started container with a readiness or startup probe becomes ready. */
    PROBING;

    /** Its name for people and files, such as {@code back-off}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
