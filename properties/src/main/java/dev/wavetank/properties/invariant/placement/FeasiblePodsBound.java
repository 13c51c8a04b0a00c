package dev.wavetank.properties.invariant.placement;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.NodeRequests;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Obstacles;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * At rest no pod waits for a node although there is one for it.
 *
 * <p>A run comes to rest only after every queue of the scheduler has been flushed, so a pod that waits was tried when
 * nothing changed any more. What the scheduler wrote into the pod's condition is not asked: an evaluator of its own
 * looks for a node. Pods with volumes, ports of the host, scheduling gates or a scheduler of the user are left out, and
 * so are clusters whose scheduler is configured by a file.
 */
public final class FeasiblePodsBound implements Invariant {

    private static final String DEFAULT_SCHEDULER = "default-scheduler";
    private static final List<String> OWN_RULES = List.of("kube-scheduler.config", "kube-scheduler.policy-config-file");

    private final Obstacles obstacles;
    private final boolean hasOwnRules;
    private final PlacedPods cluster = new PlacedPods();
    private final Map<String, NodeRequests> requests = new LinkedHashMap<>();

    /** In that cluster; {@code obstacles} has what keeps pods from being seen. */
    public FeasiblePodsBound(ClusterSpec cluster, Obstacles obstacles) {
        this.obstacles = obstacles;
        this.hasOwnRules = OWN_RULES.stream().anyMatch(cluster.settings()::containsKey);
    }

    @Override
    public String name() {
        return "FeasiblePodsBound";
    }

    @Override
    public String statement() {
        return "At rest no pod waits for a node although there is one that has room for it and suits it.";
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change) {
            cluster.observe(change, entry.time(), time -> false);
            if (change.object() instanceof Pod pod && isBound(pod)) {
                NodeRequests node = requests.computeIfAbsent(pod.nodeName(), missing -> new NodeRequests());
                if (change.change() == WatchEvent.Type.DELETED || pod.isFinished()) {
                    node.remove(pod);
                } else {
                    node.put(pod);
                }
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
                feasible(known.pod())
                        .ifPresent(node -> outcomes.broken(
                                this,
                                ObjectNames.of(known.pod()),
                                "waits for a node, and node " + node + " has room and suits it"));
            }
        }
    }

    private static boolean isBound(Pod pod) {
        return pod.nodeName() != null && !pod.nodeName().isEmpty();
    }

    private boolean isJudged(Pod pod) {
        String scheduler = pod.spec().schedulerName();
        return !pod.metadata().isDeleting()
                && (scheduler == null || scheduler.isEmpty() || scheduler.equals(DEFAULT_SCHEDULER))
                && pod.spec().volumes().stream().noneMatch(volume -> volume.containsKey("persistentVolumeClaim"))
                && HostPorts.of(pod).isEmpty()
                && JsonTree.list(pod.spec().other(), "schedulingGates").isEmpty()
                && obstacles.ofInitialization(pod).isEmpty();
    }

    private Optional<String> feasible(Pod pod) {
        Map<String, Quantity> wanted = NodeRequests.requests(pod.spec());
        return cluster.nodes().stream()
                .filter(node -> isReady(node)
                        && NodeRules.against(pod.spec(), node).isEmpty()
                        && hasRoom(node, wanted)
                        && isSuitedBy(pod, node))
                .map(node -> node.metadata().name())
                .findFirst();
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
                && SpreadRule.of(pod).isEmpty()
                && cluster.pods().stream()
                        .noneMatch(other -> other.isBound()
                                && (excludes(pod, other.pod(), node) || excludes(other.pod(), pod, node)));
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
