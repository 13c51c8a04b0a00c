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
    /** {@code ExpectationsMet}. */
    SWALLOWED_TIMEOUTS(
            67662,
            "a controller takes a creation that the API server answers with Timeout for one that succeeds, and waits"
                    + " for the pod for five minutes (mended in v1.18)"),
    /** {@code DeletesOnlyOwned}. */
    DELETES_ORPHANS(
            138818,
            "a controller deletes a pod that its cache shows as its own, although somebody has taken the pod from it"),
    /** {@code GarbageOnly}. */
    ABSENT_BY_UID(
            65200,
            "the garbage collector takes an owner for gone everywhere when one reference with its uid leads to nothing"
                    + " (mended in v1.20)"),
    /** {@code GarbageOnly}. */
    ADOPTED_TOO_LATE(
            43032,
            "a controller that has read its owner adopts an object just after the owner was deleted without its"
                    + " dependents, and the object is deleted as garbage"),
    /** {@code Convergence}. */
    SCALING_FOR_EVER(
            138036,
            "a Deployment whose ReplicaSet has an old annotation of its size is taken for being scaled, and is not"
                    + " rolled out"),
    /** {@code Convergence}. */
    FINALIZER_UNSEEN(
            115570,
            "an object that is deleted in the foreground stays for ever when its watch hides from the garbage collector"
                    + " that the finalizer was gone before it came back"),
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
    /** {@code Convergence}; the issue is about the same controller, which nobody tells that a claim is gone. */
    STALE_CLAIMS(
            74374,
            "a StatefulSet that deletes claims with the pods that are too many, and is made larger while such a claim"
                    + " goes, waits for it, and nothing makes its controller look when the claim is gone"),
    /** {@code Convergence}; found by a generated scenario, and read in the source: no report of it is known. */
    CLAIM_OF_WAITING_POD(
            "pkg/controller/volume/pvcprotection (v1.32), podUsesPVC",
            "a pod that is deleted in the foreground and owns its claim, because a StatefulSet deletes claims with the"
                    + " pods that are too many, waits for the claim, and the claim waits for the pod"),
    /** {@code EndpointsMatchPods}. */
    STALE_ENDPOINTS(
            125638,
            "the endpoints controller compares with a cache that is behind its own write, and writes nothing (mended in"
                    + " v1.31)"),
    /** {@code DaemonOnEveryNode} and {@code Convergence}; a project with a copy of the controller has mended it. */
    SURGE_UNNOTICED(
            "openkruise/kruise#1014",
            "a DaemonSet with maxSurge and minReadySeconds keeps two pods on a node when the one of the latest template"
                    + " became ready shortly after the other one, until something else makes its controller look"),
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
    /** {@code TaintedBeforeEvicted}. */
    TOLERATED_TAINT_LEFT(
            90794,
            "the controller that evicts pods does not cancel an eviction when its taint is gone and another one is left"
                    + " (mended in v1.16 to v1.20)"),
    /** {@code EvictedInTime}. */
    TOLERATIONS_BEGIN_AGAIN(
            108268,
            "the controller that evicts pods counts the time for which they tolerate a taint from its own start"),
    /** {@code EvictedInTime}. */
    ABANDONED_EVICTIONS(
            140639,
            "the controller that evicts pods gives up one for ever when the API server refuses it five times in 50 ms"),
    /** {@code LostPodsUnready}. */
    PODS_LEFT_READY(
            135205,
            "a node controller that starts while a node is lost leaves those of its pods ready that the one before has"
                    + " not come to"),
    /** {@code HeardNodesKept}. */
    UNSEEN_HEARTBEATS(
            121793,
            "the node controller calls nodes lost whose reports it does not see, before it notices that its connection"
                    + " is dead (rarer since v1.32)"),
    /** {@code InitializersAsked}; the pull request that brought it. */
    ALL_RULES_OF_INITIALIZERS(
            46672,
            "an initializer with several rules is asked only about what matches all of them (gone with initializers in"
                    + " v1.14)"),
    /** {@code NothingUninitialized}. */
    INITIALIZER_DOES_NOT_RUN(
            49048,
            "an object waits for ever for an initializer that does not run, such as one that its own configuration"
                    + " keeps from being deployed (gone with initializers in v1.14)"),
    /** {@code CachesGoForward}; the pull request that mended it. */
    LISTS_THE_PAST(
            83520,
            "an informer that lists again takes what its API server has in its cache, which may be older than what it"
                    + " had (mended in v1.17)"),
    /** {@code NamespaceLeavesNothing}. */
    STALE_NAMESPACE(
            36891,
            "an API server whose cache is behind by more than five seconds admits objects into a namespace that is"
                    + " being deleted, and they outlive it"),
    /** {@code AccountsInTime}. */
    ACCOUNTS_COME_LATER(
            66689,
            "a pod that is created right after its namespace is refused, because the service account of the namespace"
                    + " is not there yet"),
    /** {@code QuotaNeverExceeded}; found by a generated scenario, and read in the source. */
    COUNTED_FROM_CACHE(
            "pkg/controller/resourcequota/resource_quota_controller.go (v1.32), syncResourceQuota",
            "a quota controller whose cache is behind counts fewer pods than there are, and the namespace gets more"
                    + " than its quota permits"),
    /** {@code QuotaNeverExceeded}. */
    REFUSAL_FORGOTTEN(
            141904,
            "a request that exceeds one quota is admitted when a charge to another quota of the namespace meets a"
                    + " conflict"),
    /** All invariants, once etcd has gone back to a backup. */
    RESTORED_STORE(
            107457,
            "components that were not restarted after etcd was restored from a backup know what has never happened, and"
                    + " miss what happens until the resourceVersion is what they have seen"),
    /** {@code QuotasRefuseRightly}. */
    CHARGED_IN_VAIN(
            61530,
            "a request that fails after it was charged to a quota uses up room until the quota controller counts again,"
                    + " every five minutes"),
    /** {@code QuotaRoomUsed}. */
    ROOM_UNNOTICED(
            98656,
            "pods that a quota has refused are tried again after a back-off of up to 16m40s, although there is room"
                    + " before"),
    /** {@code NoLivelock} and {@code PreemptsLowerOnly}. */
    BOUND_PODS_QUEUED(
            96579,
            "a scheduler that gets no answer to its binding tries to bind the bound pod again for ever, and preempts"
                    + " others for it (mended in v1.21)"),
    /** {@code BoundOnce}. */
    FORGOTTEN_BINDINGS(
            106361,
            "a scheduler whose watch is late by more than 30 s forgets what it has bound, and gives the room away again"
                    + " (mended in v1.23)"),
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
    /** {@code FeasiblePodsBound}. */
    STALE_NOMINATION(
            106780,
            "a pod that does not fit any more on the node that preemption made room for keeps that room from pods of"
                    + " its priority and below (mended in v1.22)"),
    /** {@code FeasiblePodsBound}. */
    PHANTOM_PREEMPTOR(
            102339,
            "a pod that is deleted while the scheduler makes room for it keeps that room from pods of its priority and"
                    + " below, for ever (came with v1.19, mended in v1.22)"),
    /** {@code DisruptionsMarked}; the pull request of that number would give the deletion the uid of the pod. */
    NAMESAKE_DISRUPTED(
            141568,
            "a scheduler or taint manager marks a pod as disrupted and then deletes by name, which hits the new pod of"
                    + " a StatefulSet when the old one is gone by then"),
    /** {@code RejectedPodsBackOff}. */
    REJECTED_AT_FULL_SPEED(
            72593, "pods that a kubelet rejects are replaced at full speed, so that there are hundreds in a minute"),
    /** {@code PhaseMonotone}. */
    END_OF_OTHERS_UNDONE(
            105382,
            "a kubelet whose pod still runs writes its own phase over an end that somebody else has written, such as"
                    + " the collector of pods whose deletion then fails"),
    /** {@code NoLivelock}. */
    FAILURES_COLLECTED(
            111608,
            "a Job whose failed pods are collected because there are too many counts only those that are left, and"
                    + " tries again for ever (mended in v1.22 to v1.26 by KEP-2307)"),
    /** {@code OrphansConfirmed}; found by a generated scenario, and read in the source. */
    NAMESAKE_COLLECTED(
            "pkg/controller/podgc/gc_controller.go (v1.32), markFailedAndDeletePodWithCondition",
            "the collector of pods deletes by name, which hits the new pod of a StatefulSet when the old one is gone by"
                    + " then"),
    /** {@code PhaseMonotone}; the pull request that made it rare. */
    LOST_CONTAINERS(
            102821,
            "a kubelet whose runtime has lost its containers, as that of a hollow node that starts again, reports pods"
                    + " as Pending that ran (since v1.22 only those that it has read from before they ran)"),
    /** {@code GoneStaysGone}. */
    GONE_PODS_RUN_AGAIN(
            59848,
            "a kubelet that restarts lists its pods from the cache of an API server, which may be behind, and runs a"
                    + " pod that is gone (mended in v1.35 by KEP-3157)");

    private final String issue;
    private final String sentence;

    KnownBehaviour(int issue, String sentence) {
        this("kubernetes#" + issue, sentence);
    }

    KnownBehaviour(String issue, String sentence) {
        this.issue = issue;
        this.sentence = sentence;
    }

    /** Where people talk about it, such as {@code kubernetes#129795}. */
    public String issue() {
        return issue;
    }

    /** What happens. */
    public String sentence() {
        return sentence;
    }
}
