package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.apiserver.admission.initialization.PendingInitializers;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scheduler.plugin.DynamicResources;
import dev.wavetank.model.trace.FailedCommandTrace;
import dev.wavetank.model.trace.GivenUpTrace;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.trace.UnrecordedEventTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceSink;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What keeps a cluster from its desired state although every component does what it has to: pods that fit no node,
 * whose containers do not run or whose own probes fail, quotas, missing permissions, service accounts and storage
 * classes, refusing webhooks, initializers, foreign finalizers, etcd's space alarm, and settings with which live nodes
 * look dead or a controller manager never gets to work. Each has the reason that a user would see.
 *
 * <p>An invariant about what has to happen at last asks here before it reports a violation: with an obstacle, the
 * outcome is unknown. One list for all of them; it observes the trace before the invariants do. An obstacle holds
 * when it is asked for, not once and for all.
 */
public final class Obstacles implements TraceSink {

    /** Reasons for which a pod has no node without a fault of the scheduler. */
    private static final List<String> UNPLACED = List.of("Unschedulable", "SchedulingGated");

    private static final String DEFAULT_SCHEDULER = "default-scheduler";
    private static final String MISSING_DEFAULT_ACCOUNT = "serviceaccount \"default\" not found";
    /** Finalizers that components of the cluster have to remove. */
    private static final List<String> OWN_FINALIZERS = List.of(
            "foregroundDeletion",
            "orphan",
            "kubernetes",
            Job.TRACKING_FINALIZER,
            "kubernetes.io/pvc-protection",
            "kubernetes.io/pv-protection",
            "external-provisioner.volume.kubernetes.io/finalizer");

    private final Refusals refusals = new Refusals();
    private final ClaimObstacles claims = new ClaimObstacles();
    private final StartObstacles starts = new StartObstacles();
    private final ProbeObstacles probes = new ProbeObstacles();
    private final LateHeartbeats heartbeats;
    private final LateStart start;
    /** Pods with a node that have not run yet. */
    private final Map<String, Pod> starting = new LinkedHashMap<>();
    /** Why pods have no node, or do not run there, by the uids of their controllers, then of the pods. */
    private final Map<String, Map<String, String>> unplaced = new LinkedHashMap<>();

    /** Commands that write nothing into the cluster. */
    private static final List<String> READING = List.of(
            "get",
            "describe",
            "logs",
            "top",
            "diff",
            "auth",
            "explain",
            "wait",
            "version",
            "api-resources",
            "api-versions",
            "cluster-info",
            "config",
            "options",
            "help",
            "events");

    /** What the controller of a DaemonSet says of nodes without room, by the uid of the set: it does not look again. */
    private final Map<String, String> withoutRoom = new LinkedHashMap<>();

    private final List<String> failedCommands = new ArrayList<>();
    private long now;

    /** With default settings. */
    public Obstacles() {
        this(ClusterSpec.DEFAULT);
    }

    /** Those of a run in this cluster. */
    public Obstacles(ClusterSpec cluster) {
        this.heartbeats = new LateHeartbeats(cluster);
        this.start = new LateStart(cluster);
    }

    @Override
    public void accept(TraceEntry entry) {
        now = entry.time();
        if (entry.record() instanceof StoreTrace change) {
            observe(change.object(), change.change() == WatchEvent.Type.DELETED);
        } else if (entry.record() instanceof RequestTrace request) {
            refusals.observe(request, now);
        } else if (entry.record() instanceof GivenUpTrace givenUp) {
            refusals.observe(givenUp);
        } else if (entry.record() instanceof UnrecordedEventTrace warning) {
            observe(ReportedEvent.of(warning));
        } else if (entry.record() instanceof FailedCommandTrace failed && mayLackAWrite(failed)) {
            failedCommands.add("`" + failed.subject() + "` failed: " + firstLine(failed.stderr()));
        }
    }

    private void observe(ReportedEvent event) {
        probes.observe(event, now);
        Pod told = starts.observe(event) ? starting.get(event.uid()) : null;
        if (told != null) {
            observe(told, false);
        }
    }

    private void observe(KubernetesObject object, boolean deleted) {
        if (object instanceof Node node) {
            heartbeats.observe(node, deleted, now);
            return;
        }
        start.observe(object);
        if (object instanceof ApiEvent event) {
            if (!deleted) {
                ReportedEvent.of(event).ifPresent(this::observe);
                if ("FailedPlacement".equals(event.reason())) {
                    withoutRoom.put(event.involvedObject().uid(), event.message());
                }
            }
            return;
        }
        if (!(object instanceof Pod pod)) {
            claims.observe(object, deleted);
            return;
        }
        probes.observe(pod, deleted, now);
        if (!deleted && pod.nodeName() != null && pod.phase().equals("Pending")) {
            starting.put(pod.uid(), pod);
        } else if (starting.remove(pod.uid()) != null) {
            starts.forget(pod.uid());
        }
        String owner = pod.metadata().controller().map(OwnerReference::uid).orElse(null);
        if (owner == null) {
            return;
        }
        Optional<String> obstacle = deleted || !pod.isActive() ? Optional.empty() : ofStart(pod);
        if (obstacle.isPresent()) {
            unplaced.computeIfAbsent(owner, missing -> new LinkedHashMap<>()).put(pod.uid(), obstacle.get());
        } else if (unplaced.containsKey(owner)) {
            Map<String, String> left = unplaced.get(owner);
            left.remove(pod.uid());
            if (left.isEmpty()) {
                unplaced.remove(owner);
            }
        }
    }

    /**
     * Why a pod has no node, in the scheduler's words: {@code 0/3 nodes are available: ...}; or why it does not start
     * there, or why it is not ready.
     */
    public Optional<String> ofPod(Pod pod) {
        return ofStart(pod).or(() -> probes.of(pod, now));
    }

    /** Why a pod has no node, or does not start there. */
    private Optional<String> ofStart(Pod pod) {
        if (pod.nodeName() != null && !pod.nodeName().isEmpty()) {
            return claims.ofPlaced(pod).or(() -> starts.of(pod));
        }
        Optional<String> hidden = ofInitialization(pod);
        if (hidden.isPresent()) {
            return hidden;
        }
        String scheduler = pod.spec().schedulerName();
        if (scheduler != null && !scheduler.isEmpty() && !scheduler.equals(DEFAULT_SCHEDULER)) {
            return Optional.of("pod " + pod.key() + " waits for the scheduler " + scheduler);
        }
        Optional<String> claim = DynamicResources.missingClaim(pod);
        if (claim.isPresent()) {
            return Optional.of("pod " + pod.key() + " waits for a claim: " + claim.get());
        }
        return pod.condition("PodScheduled")
                .filter(condition -> UNPLACED.contains(String.valueOf(condition.reason())))
                .map(condition -> "pod " + pod.key() + " cannot be placed: " + condition.message());
    }

    /** Why no component sees an object: an initializer has not acted on it yet (v1.8 to v1.13). */
    public Optional<String> ofInitialization(KubernetesObject object) {
        PendingInitializers initializers = PendingInitializers.of(object);
        return initializers == null || initializers.pending().isEmpty()
                ? Optional.empty()
                : Optional.of(ObjectNames.of(object) + " waits for the initializer "
                        + initializers.pending().get(0));
    }

    /** Why an object lacks pods that are ready: they cannot be placed, or the API server refuses them. */
    public Optional<String> ofPodsOf(String ownerUid) {
        Map<String, String> pods = unplaced.get(ownerUid);
        if (pods != null) {
            return pods.values().stream().findFirst();
        }
        return probes.ofPodsOf(ownerUid, now)
                .or(() -> Optional.ofNullable(withoutRoom.get(ownerUid)))
                .or(() -> ofCreationBy(ownerUid));
    }

    /** Why the API server refuses what the controller of an object creates for it. */
    public Optional<String> ofCreationBy(String ownerUid) {
        return refusals.of(ownerUid, now)
                .filter(message -> !message.contains(MISSING_DEFAULT_ACCOUNT))
                .map(message -> "the API server refuses its objects: " + message)
                .or(this::ofCluster);
    }

    /** Why a claim gets no volume. */
    public Optional<String> ofClaim(PersistentVolumeClaim claim) {
        return claims.of(claim).or(this::ofCluster);
    }

    /** Whether a claim has to wait for a pod that uses it to be placed. */
    public boolean waitsForConsumer(PersistentVolumeClaim claim) {
        return claims.waitsForConsumer(claim);
    }

    /** Why an object that is being deleted stays: a finalizer that no component of the cluster removes. */
    public Optional<String> ofDeletion(KubernetesObject deleting) {
        return deleting.metadata().finalizers().stream()
                .filter(finalizer -> !OWN_FINALIZERS.contains(finalizer))
                .findFirst()
                .map(finalizer -> ObjectNames.of(deleting) + " is held by the finalizer " + finalizer);
    }

    /** What hinders the whole cluster: a component without its permissions, etcd without space, heartbeats that lag. */
    public Optional<String> ofCluster() {
        return refusals.ofStorage()
                .or(() -> refusals.ofComponents(now))
                .or(() -> heartbeats.obstacle(now))
                .or(start::obstacle);
    }

    /** Commands that failed, and what they wrote: no obstacles, but what a user has to know first. */
    public List<String> failedCommands() {
        return List.copyOf(failedCommands);
    }

    /**
     * Whether the cluster may lack what the command was to write: one that only reads or tries, or says no, writes
     * nothing.
     */
    private static boolean mayLackAWrite(FailedCommandTrace failed) {
        List<String> words = failed.arguments();
        boolean reads = words.stream()
                .filter(word -> !word.startsWith("-"))
                .findFirst()
                .filter(READING::contains)
                .isPresent();
        boolean follows = words.contains("rollout") && (words.contains("status") || words.contains("history"));
        boolean tries = words.contains("--dry-run=server") || words.contains("--dry-run=client");
        return !failed.stderr().isBlank() && !reads && !follows && !tries;
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("without a message");
    }
}
