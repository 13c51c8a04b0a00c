package dev.wavetank.properties.invariant.placement;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.properties.invariant.Focus;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.NodeRequests;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Obstacles;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * At rest no pod waits for a node although there is one for it. An evaluator of its own looks for a node: what the
 * scheduler wrote into the pod's condition is not asked.
 */
public final class FeasiblePodsBound implements Invariant {

    private static final String DEFAULT_SCHEDULER = "default-scheduler";
    /** Kinds of volumes that any number of pods may use on any node. All others have rules about nodes and sharing. */
    private static final List<String> FREE_VOLUMES = List.of(
            "configMap", "downwardAPI", "emptyDir", "gitRepo", "hostPath", "image", "nfs", "projected", "secret");

    private static final String NAME = "name";

    private static final List<String> OWN_RULES = List.of("kube-scheduler.config", "kube-scheduler.policy-config-file");

    private final Obstacles obstacles;
    private final boolean hasOwnRules;
    private final boolean isNominationCleared;
    private final boolean queuesBound;
    private final boolean nominatesPhantoms;
    private final PlacedPods cluster = new PlacedPods();
    private final Map<String, NodeRequests> requests = new LinkedHashMap<>();
    /** The highest priority of pods that were deleted without a node, and the lowest of those that had one. */
    private int highestDeleted = Integer.MIN_VALUE;

    private int lowestBound = Integer.MAX_VALUE;

    /** In that cluster; {@code obstacles} has what keeps pods from being seen. */
    public FeasiblePodsBound(ClusterSpec cluster, Obstacles obstacles) {
        this.obstacles = obstacles;
        this.hasOwnRules = OWN_RULES.stream().anyMatch(cluster.settings()::containsKey);
        this.nominatesPhantoms = cluster.profile().has(Feature.PHANTOM_PREEMPTORS);
        this.queuesBound = !cluster.profile().has(Feature.ASSIGNED_PODS_NOT_REQUEUED);
        this.isNominationCleared = cluster.profile().has(Feature.NOMINATION_CLEARED_WITH_CONDITION);
    }

    @Override
    public String name() {
        return "FeasiblePodsBound";
    }

    @Override
    public String reason() {
        return "A pod that stays pending beside free room is an outage that no condition explains. A run comes"
                + " to rest only after every queue of the scheduler has been flushed, so a pod that waits was tried"
                + " when nothing changed any more. Pods with claims or disks, ports of the host, scheduling gates or a"
                + " scheduler of the user are left out, and so are clusters whose scheduler is configured by a"
                + " file.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Kubernetes Scheduler",
                "this project: an evaluator of its own for the documented rules");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.SCHEDULER, Tag.LIVENESS, Tag.AT_REST);
    }

    @Override
    public Focus focus() {
        return Focus.PROGRESS;
    }

    @Override
    public String statement() {
        return "At rest no pod waits for a node although there is one that has room for it and suits it.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, Node.class, Namespace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change) {
            cluster.observe(change, entry.time(), time -> false);
            if (change.object() instanceof Pod pod && isBound(pod)) {
                lowestBound = Math.min(lowestBound, priority(pod));
                NodeRequests node = requests.computeIfAbsent(pod.nodeName(), missing -> new NodeRequests());
                if (change.change() == WatchEvent.Type.DELETED || pod.isFinished()) {
                    node.remove(pod);
                } else {
                    node.put(NodeRequests.counted(pod));
                }
            } else if (change.object() instanceof Pod pod && change.change() == WatchEvent.Type.DELETED) {
                highestDeleted = Math.max(highestDeleted, priority(pod));
            }
        }
    }

    @Override
    public void conclude(long now, Outcomes outcomes) {
        if (hasOwnRules) {
            return;
        }
        for (PlacedPods.Known known : cluster.pods()) {
            if (!isBound(known.pod()) && isJudged(known.pod())) {
                judge(known.pod(), outcomes);
            }
        }
    }

    private void judge(Pod pod, Outcomes outcomes) {
        List<String> nodes = feasible(pod);
        if (nodes.isEmpty()) {
            return;
        }
        Optional<String> unpromised = nodes.stream()
                .filter(node -> cluster.pods().stream().noneMatch(other -> isPromised(node, other.pod(), pod)))
                .findFirst();
        String message = "waits for a node, and node " + unpromised.orElse(nodes.get(0)) + " has room and suits it";
        if (nominatesPhantoms && highestDeleted > lowestBound && highestDeleted >= priority(pod)) {
            outcomes.known(KnownBehaviour.PHANTOM_PREEMPTOR, this, ObjectNames.of(pod), message);
        } else if (unpromised.isPresent() || isNominationCleared) {
            outcomes.broken(this, ObjectNames.of(pod), message);
        } else {
            outcomes.known(KnownBehaviour.STALE_NOMINATION, this, ObjectNames.of(pod), message);
        }
    }

    /** Whether the scheduler keeps room on the node for another pod that waits, or that it has queued again. */
    private boolean isPromised(String node, Pod other, Pod pod) {
        return (!isBound(other) || queuesBound)
                && other.status() != null
                && node.equals(other.status().nominatedNodeName())
                && priority(other) >= priority(pod)
                && !other.uid().equals(pod.uid());
    }

    private static int priority(Pod pod) {
        return Objects.requireNonNullElse(pod.spec().priority(), 0);
    }

    private static boolean isBound(Pod pod) {
        return pod.nodeName() != null && !pod.nodeName().isEmpty();
    }

    private boolean isJudged(Pod pod) {
        String scheduler = pod.spec().schedulerName();
        return !pod.metadata().isDeleting()
                && (scheduler == null || scheduler.isEmpty() || scheduler.equals(DEFAULT_SCHEDULER))
                && pod.spec().volumes().stream().allMatch(FeasiblePodsBound::isFree)
                && HostPorts.of(pod).isEmpty()
                && JsonTree.list(pod.spec().other(), "schedulingGates").isEmpty()
                && JsonTree.list(pod.spec().other(), "resourceClaims").isEmpty()
                && obstacles.ofInitialization(pod).isEmpty();
    }

    /** Disks that one pod may use at a time, or of which a node takes only so many, keep a pod from nodes with room. */
    private static boolean isFree(Map<String, Object> volume) {
        return volume.keySet().stream().allMatch(key -> key.equals(NAME) || FREE_VOLUMES.contains(key));
    }

    private List<String> feasible(Pod pod) {
        Map<String, Quantity> wanted = NodeRequests.requests(pod.spec());
        List<SpreadRule> rules = SpreadRule.of(pod);
        List<SpreadCount> counts =
                rules.stream().map(rule -> counted(rule, pod, rules)).toList();
        return cluster.nodes().stream()
                .filter(node -> isReady(node)
                        && NodeRules.against(pod.spec(), node).isEmpty()
                        && hasRoom(node, wanted)
                        && isSpread(pod, node, rules, counts)
                        && isSuitedBy(pod, node))
                .map(node -> node.metadata().name())
                .toList();
    }

    /** Old versions have no taint for a node that is not ready. */
    private static boolean isReady(Node node) {
        return node.status() != null
                && node.status().conditions().stream()
                        .anyMatch(one ->
                                one.type().equals("Ready") && one.status().equals("True"));
    }

    private boolean hasRoom(Node node, Map<String, Quantity> wanted) {
        NodeRequests used = requests.getOrDefault(node.metadata().name(), new NodeRequests());
        for (Map.Entry<String, Quantity> want : wanted.entrySet()) {
            if (want.getValue().compareTo(Quantity.ZERO) > 0
                    && room(node, want.getKey())
                                    .compareTo(used.of(want.getKey()).plus(want.getValue()))
                            < 0) {
                return false;
            }
        }
        return room(node, "pods").compareTo(used.of("pods")) > 0;
    }

    private static Quantity room(Node node, String resource) {
        String amount = node.status().allocatable().get(resource);
        return amount == null ? Quantity.ZERO : Quantity.parse(amount);
    }

    /** Whether the other pods let it be there: only without rules about them, since those need all at once. */
    private boolean isSuitedBy(Pod pod, Node node) {
        return PodTerm.of(pod, "podAffinity").isEmpty()
                && cluster.pods().stream()
                        .noneMatch(other -> other.isBound()
                                && (excludes(pod, other.pod(), node) || excludes(other.pod(), pod, node)));
    }

    /** The pods that the rules of a pod count: at rest a scheduler has seen all of them. */
    private SpreadCount counted(SpreadRule rule, Pod pod, List<SpreadRule> rules) {
        SpreadCount count = new SpreadCount(rule);
        for (Node node : cluster.nodes()) {
            if (rule.includes(node, pod, rules)) {
                count.node(node, true);
            }
        }
        for (PlacedPods.Known other : cluster.pods()) {
            Node there = other.isBound() ? cluster.node(other.pod().nodeName()) : null;
            if (there != null && rule.includes(there, pod, rules)) {
                boolean counts = rule.counts(other.pod(), pod);
                count.pod(there, counts, counts);
            }
        }
        return count;
    }

    private static boolean isSpread(Pod pod, Node node, List<SpreadRule> rules, List<SpreadCount> counts) {
        for (int i = 0; i < rules.size(); i++) {
            SpreadRule rule = rules.get(i);
            String place = node.metadata().labels().get(rule.topologyKey());
            if (place == null || counts.get(i).skew(place, rule.counts(pod, pod) ? 1 : 0) > rule.maxSkew()) {
                return false;
            }
        }
        return true;
    }

    private boolean excludes(Pod excluding, Pod excluded, Node node) {
        return PodTerm.of(excluding, "podAntiAffinity").stream()
                .anyMatch(term -> term.means(excluded, cluster::labelsOfNamespace)
                        && sharePlace(excluding, excluded, node, term.topologyKey()));
    }

    private boolean sharePlace(Pod one, Pod other, Node node, String topologyKey) {
        Pod placed = isBound(one) ? one : other;
        Node there = cluster.node(placed.nodeName());
        String value = node.metadata().labels().get(topologyKey);
        return there != null
                && value != null
                && value.equals(there.metadata().labels().get(topologyKey));
    }
}
