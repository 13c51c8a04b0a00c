package dev.wavetank.properties.invariant;

/**
 * What real Kubernetes is known to do although no user wants it: open issues that a faithful model has, too.
 *
 * <p>An invariant reports such a finding by {@link Outcomes#known} instead of looking away. A run lists it; with {@code
 * --strict} it breaks the invariant.
 */
public enum KnownBehaviour {
    /** {@code NoSurplusPods}. */
    EXPIRED_EXPECTATIONS(
            129795,
            "after five minutes a controller forgets what it expects to see, and makes pods again that its cache does"
                    + " not show yet (mended in v1.36 by KEP-5647)"),
    /** {@code ExpectationsMet} and {@code Convergence}; described by J. Liggitt in the same issue. */
    MISSED_CREATIONS(
            129795,
            "a controller waits for a pod that came and went while its watch was broken, for five minutes and until"
                    + " something else makes it look"),
    /** {@code DeletesOnlyOwned}. */
    DELETES_ORPHANS(
            138818,
            "a controller deletes a pod that its cache shows as its own, although somebody has taken the pod from it"),
    /** {@code Convergence}. */
    SCALING_FOR_EVER(
            138036,
            "a Deployment whose ReplicaSet has an old annotation of its size is taken for being scaled, and is not"
                    + " rolled out"),
    /** {@code Convergence}. */
    SEVERAL_SETS_TO_RECREATE(
            125568,
            "a Deployment that recreates its pods and has several ReplicaSets is scaled by nobody, and is not rolled"
                    + " out"),
    /** {@code Convergence}. */
    WAITS_FOR_AVAILABILITY(
            123918,
            "a StatefulSet that acts in order and has minReadySeconds is not made smaller when its last sync came"
                    + " before a pod was available"),
    /** {@code EndpointsMatchPods}. */
    STALE_ENDPOINTS(
            125638,
            "the endpoints controller compares with a cache that is behind its own write, and writes nothing (mended in"
                    + " v1.31)"),
    /** {@code StatusCountsAvailable}. */
    LATE_AVAILABILITY(
            108266,
            "a ReplicaSet with minReadySeconds some of whose pods are not ready does not count pods that became"
                    + " available after another one (mended in v1.34)"),
    /** {@code TaintedBeforeEvicted}. */
    STALE_TAINT(
            139992,
            "the controller that evicts pods reads taints from a cache, and evicts pods that came after the taint was"
                    + " gone"),
    /** {@code NoLivelock}. */
    BOUND_PODS_QUEUED(
            96579,
            "a scheduler that gets no answer to its binding tries to bind the bound pod again for ever (mended"
                    + " in v1.21)"),
    /** {@code WokenByChanges}. */
    AVOIDED_PODS_SLEEP(
            134393,
            "a pod that only the anti-affinity of others keeps away is not tried again when they end or a node comes"
                    + " (mended for their end in v1.35)"),
    /** {@code WokenByChanges}. */
    TAINTED_NEW_NODES(
            109437,
            "a node that is new while it has a taint is passed over, and pods that wait for a node do not hear that the"
                    + " taint is gone (mended in v1.30)"),
    /** {@code PhaseMonotone}. */
    END_OF_OTHERS_UNDONE(
            105382,
            "a kubelet whose pod still runs writes its own phase over an end that somebody else has written, such as"
                    + " the collector of pods whose deletion then fails"),
    /** {@code GoneStaysGone}. */
    GONE_PODS_RUN_AGAIN(
            59848,
            "a kubelet that restarts lists its pods from the cache of an API server, which may be behind, and runs a"
                    + " pod that is gone (mended in v1.35 by KEP-3157)");

    private final int issue;
    private final String sentence;

    KnownBehaviour(int issue, String sentence) {
        this.issue = issue;
        this.sentence = sentence;
    }

    /** Where people talk about it, such as {@code kubernetes#129795}. */
    public String issue() {
        return "kubernetes#" + issue;
    }

    /** What happens. */
    public String sentence() {
        return sentence;
    }
}
