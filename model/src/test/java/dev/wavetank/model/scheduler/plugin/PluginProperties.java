package dev.wavetank.model.scheduler.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.scheduler.framework.Code;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.FilterPlugin;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.PreFilterPlugin;
import dev.wavetank.model.scheduler.framework.ScorePlugin;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.model.scheduler.plugin.affinity.InterPodAffinity;
import dev.wavetank.model.scheduler.plugin.nodes.NodeAffinity;
import dev.wavetank.model.scheduler.plugin.nodes.NodePorts;
import dev.wavetank.model.scheduler.plugin.nodes.NodeUnschedulable;
import dev.wavetank.model.scheduler.plugin.nodes.TaintToleration;
import dev.wavetank.model.scheduler.plugin.resources.NodeResourcesBalancedAllocation;
import dev.wavetank.model.scheduler.plugin.resources.NodeResourcesFit;
import dev.wavetank.model.scheduler.plugin.resources.NodeResourcesLeastAllocated;
import dev.wavetank.model.scheduler.plugin.resources.NodeResourcesMostAllocated;
import dev.wavetank.model.scheduler.plugin.spread.PodTopologySpread;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Filters and scores against brute force, over random clusters that change while the plug-ins live. What fails shrinks to
 * a small cluster, which the failure shows. {@code -Djqwik.tries.default=12600} compares 100,800 pairs of pod and cluster
 * in each property.
 */
class PluginProperties {

    private static final List<KubernetesVersion> VERSIONS = List.of(
            KubernetesVersion.V1_20,
            KubernetesVersion.V1_22,
            KubernetesVersion.V1_26,
            KubernetesVersion.V1_31,
            KubernetesVersion.V1_34);
    private static final int STEPS = 8;
    private static final ObjectCodec CODEC = new ObjectCodec();
    /** A cluster, the plug-ins that watch it, and who draws its changes. */
    static final class World {
        final RandomObjects draw;
        final KubernetesVersion version;
        final PlainCluster cluster;
        private final PlainProfile profile;

        World(long seed) {
            this(Choices.of(seed));
        }

        World(Choices choices) {
            this.draw = new RandomObjects(choices);
            this.version = draw.any(VERSIONS);
            this.cluster = new PlainCluster(version);
            Map<String, Map<String, String>> namespaces = namespaces();
            namespaces.forEach((name, labels) -> cluster.add(SchedulerRecording.decode(
                    Map.of("metadata", Map.of("name", name, "labels", labels)), "Namespace")));
            for (int i = draw.number(1, 7); i > 0; i--) {
                cluster.addNode(draw.node());
            }
            for (int i = draw.number(0, 10); i > 0; i--) {
                place();
            }
            this.profile = profile(cluster);
        }

        static PlainProfile profile(PlainCluster cluster) {
            KubernetesVersion version = cluster.version();
            TaintToleration taints = new TaintToleration(version);
            NodeAffinity nodeAffinity = new NodeAffinity(Map.of(), version);
            InterPodAffinity podAffinity = new InterPodAffinity(Map.of(), cluster);
            PodTopologySpread spread = new PodTopologySpread(Map.of("defaultingType", "List"), cluster);
            List<FilterPlugin> filters = List.of(
                    new NodeUnschedulable(version),
                    taints,
                    nodeAffinity,
                    new NodePorts(version),
                    new NodeResourcesFit(Map.of(), version),
                    spread,
                    podAffinity);
            List<ScorePlugin> scores = List.of(
                    taints,
                    nodeAffinity,
                    new NodeResourcesLeastAllocated(Map.of(), version),
                    new NodeResourcesMostAllocated(Map.of(), version),
                    new NodeResourcesBalancedAllocation(Map.of(), version),
                    spread,
                    podAffinity);
            return new PlainProfile(filters, scores);
        }

        static Map<String, Map<String, String>> namespaces() {
            Map<String, Map<String, String>> namespaces = new LinkedHashMap<>();
            namespaces.put("a", Map.of("team", "red"));
            namespaces.put("b", Map.of());
            namespaces.put("c", Map.of("team", "blue"));
            return namespaces;
        }

        void place() {
            PlainNode node = draw.any(cluster.plainNodes());
            cluster.place(draw.pod(node.name()), node.name());
        }

        void change() {
            PlainNode node = draw.any(cluster.plainNodes());
            int kind = draw.number(0, 99);
            if (kind < 55) {
                place();
            } else if (kind < 80) {
                if (!node.pods().isEmpty()) {
                    node.remove(draw.any(node.pods()));
                }
            } else if (kind < 90) {
                Node other = draw.node();
                node.set(node.node()
                        .withMetadata(node.node()
                                .metadata()
                                .withLabels(other.metadata().labels())));
            } else if (kind < 96 || cluster.plainNodes().size() == 1) {
                cluster.addNode(draw.node());
            } else {
                cluster.removeNode(node);
            }
        }

        /** The cluster and the pod as a user would write them. */
        String shown(Pod pod) {
            StringBuilder text = new StringBuilder(" in " + version + "\npod   " + CODEC.json(pod));
            for (PlainNode node : cluster.plainNodes()) {
                text.append("\nnode  ").append(CODEC.json(node.node()));
                node.pods().forEach(placed -> text.append("\n  has ").append(CODEC.json(placed.pod())));
            }
            return text.append('\n').toString();
        }

        Oracle oracle() {
            Map<String, List<Pod>> placed = new LinkedHashMap<>();
            List<Node> nodes = new ArrayList<>();
            for (PlainNode node : cluster.plainNodes()) {
                nodes.add(node.node());
                placed.put(node.name(), node.pods().stream().map(PodInfo::pod).toList());
            }
            return new Oracle(version, nodes, placed, namespaces());
        }
    }

    @Provide
    Arbitrary<Choices> choices() {
        return Choices.any();
    }

    @Property
    void filters_refuse_what_the_documentation_refuses(@ForAll("choices") Choices choices) {
        World world = new World(choices);
        for (int step = 0; step < STEPS; step++) {
            world.change();
            Pod pod = world.draw.pod(null);
            PodInfo info = PodInfo.of(pod, world.version);
            Oracle oracle = world.oracle();
            for (FilterPlugin filter : world.profile.filters()) {
                CycleState state = new CycleState();
                boolean skips = filter instanceof PreFilterPlugin before
                        && before.preFilter(state, info, world.cluster) == Status.SKIP;
                for (PlainNode node : world.cluster.plainNodes()) {
                    Status status = skips ? Status.SUCCESS : filter.filter(state, info, node);
                    assertThat(new TreeSet<>(status.reasons()))
                            .as(() -> filter.name() + " about " + node.name() + world.shown(pod))
                            .isEqualTo(expected(filter.name(), world.version, oracle, pod, node.node()));
                    assertThat(status.code() == Code.UNSCHEDULABLE_AND_UNRESOLVABLE)
                            .as(() ->
                                    filter.name() + " cannot be helped by removing pods: " + status + world.shown(pod))
                            .isEqualTo(!status.isSuccess()
                                    && (isFinal(filter.name(), status)
                                            || filter.name().equals(NodeResourcesFit.NAME)
                                                    && world.version.has(Feature.TOO_LARGE_REQUESTS_UNRESOLVABLE)
                                                    && oracle.isTooSmall(pod, node.node())));
                }
            }
        }
    }

    private static boolean isFinal(String plugin, Status status) {
        return switch (plugin) {
            case NodeUnschedulable.NAME, TaintToleration.NAME, NodeAffinity.NAME -> true;
            case PodTopologySpread.NAME -> status.message().contains("missing");
            case InterPodAffinity.NAME -> status.message().contains("didn't match pod affinity rules");
            default -> false;
        };
    }

    private static TreeSet<String> expected(
            String plugin, KubernetesVersion version, Oracle oracle, Pod pod, Node node) {
        boolean isNew = version.compareTo(KubernetesVersion.V1_22) >= 0;
        return switch (plugin) {
            case NodeUnschedulable.NAME -> refusal(oracle.cordonPermits(pod, node), "node(s) were unschedulable");
            case TaintToleration.NAME -> refusal(oracle.taintsPermit(pod, node), taintText(version, pod, node));
            case NodeAffinity.NAME ->
                refusal(
                        oracle.nodeAffinityPermits(pod, node),
                        "node(s) didn't match Pod's node affinity" + (isNew ? "/selector" : ""));
            case NodePorts.NAME ->
                refusal(oracle.portsPermit(pod, node), "node(s) didn't have free ports for the requested pod ports");
            case NodeResourcesFit.NAME -> oracle.lacking(pod, node);
            case PodTopologySpread.NAME -> refusal(oracle.spreadRefusal(pod, node));
            default -> {
                TreeSet<String> reasons = refusal(oracle.podAffinityRefusal(pod, node));
                if (!reasons.isEmpty() && !isNew) {
                    reasons.add("node(s) didn't match pod affinity/anti-affinity");
                }
                yield reasons;
            }
        };
    }

    private static String taintText(KubernetesVersion version, Pod pod, Node node) {
        String taint = node.spec().taints().stream()
                .filter(each -> Oracle.repels(each) && !Oracle.tolerates(pod, each))
                .map(each -> "{" + each.key() + ": " + (each.value() == null ? "" : each.value()) + "}")
                .findFirst()
                .orElse("");
        if (version.has(Feature.UNTOLERATED_TAINTS_TEXT)) {
            return "node(s) had untolerated taint(s)";
        }
        if (!version.has(Feature.NAMED_TAINT_TEXT)) {
            return "node(s) had taints that the pod didn't tolerate";
        }
        return version.compareTo(KubernetesVersion.V1_24) >= 0
                ? "node(s) had untolerated taint " + taint
                : "node(s) had taint " + taint + ", that the pod didn't tolerate";
    }

    private static TreeSet<String> refusal(boolean permitted, String reason) {
        return refusal(permitted ? null : reason);
    }

    private static TreeSet<String> refusal(String reason) {
        return reason == null ? new TreeSet<>() : new TreeSet<>(List.of(reason));
    }

    @Property
    void scores_are_those_of_the_documentation(@ForAll("choices") Choices choices) {
        World world = new World(choices);
        for (int step = 0; step < STEPS; step++) {
            world.change();
            Pod pod = world.draw.pod(null);
            List<NodeInfo> feasible = new ArrayList<>();
            world.cluster.nodes().forEach(node -> {
                if (world.draw.chance(80)) {
                    feasible.add(node);
                }
            });
            Map<String, PlainProfile.Points> actual =
                    world.profile.score(new CycleState(), PodInfo.of(pod, world.version), world.cluster, feasible);
            Expectation expectation = new Expectation(world.version, world.oracle(), pod, feasible);
            actual.forEach((plugin, points) -> {
                Supplier<String> where = () -> plugin + world.shown(pod);
                long[] raw = expectation.raw(plugin);
                assertThat(points.raw()).as(where).containsExactly(raw);
                assertThat(points.normalized()).as(where).containsExactly(expectation.normalized(plugin, raw));
            });
        }
    }

    /** What brute force says about the feasible nodes. */
    private record Expectation(KubernetesVersion version, Oracle oracle, Pod pod, List<NodeInfo> feasible) {

        long[] raw(String plugin) {
            return switch (plugin) {
                case TaintToleration.NAME -> each(node -> oracle.intolerableTaints(pod, node));
                case NodeAffinity.NAME -> each(node -> oracle.nodeAffinityPoints(pod, node));
                case NodeResourcesLeastAllocated.NAME -> each(node -> oracle.leastAllocated(pod, node));
                case NodeResourcesMostAllocated.NAME -> each(node -> oracle.mostAllocated(pod, node));
                case NodeResourcesBalancedAllocation.NAME -> each(node -> oracle.balanced(pod, node));
                case InterPodAffinity.NAME -> each(node -> oracle.podAffinityPoints(pod, node));
                default -> each(node -> spread(node) == null ? 0 : spread(node));
            };
        }

        private Long spread(Node node) {
            return oracle.spreadPoints(
                    pod, node, feasible.stream().map(NodeInfo::node).toList());
        }

        private long[] each(ToLongFunction<Node> points) {
            return feasible.stream().map(NodeInfo::node).mapToLong(points).toArray();
        }

        long[] normalized(String plugin, long[] raw) {
            long most = Arrays.stream(raw).max().orElse(0);
            long least = Arrays.stream(raw).min().orElse(0);
            return switch (plugin) {
                case TaintToleration.NAME ->
                    Arrays.stream(raw)
                            .map(each -> most == 0 ? 100 : 100 - each * 100 / most)
                            .toArray();
                case NodeAffinity.NAME ->
                    Arrays.stream(raw)
                            .map(each -> most == 0 ? 0 : each * 100 / most)
                            .toArray();
                case InterPodAffinity.NAME -> {
                    boolean isNew = version.compareTo(KubernetesVersion.V1_22) >= 0;
                    yield between(raw, isNew ? least : Math.min(0, least), isNew ? most : Math.max(0, most));
                }
                case PodTopologySpread.NAME -> spreadNormalized(raw);
                default -> raw;
            };
        }

        private static long[] between(long[] raw, long least, long most) {
            return Arrays.stream(raw)
                    .map(each -> most == least ? 0 : (long) (100 * ((double) (each - least) / (most - least))))
                    .toArray();
        }

        private long[] spreadNormalized(long[] raw) {
            boolean hasSoft = pod.spec().other().get("topologySpreadConstraints") instanceof List<?> list
                    && list.stream()
                            .anyMatch(each -> "ScheduleAnyway".equals(((Map<?, ?>) each).get("whenUnsatisfiable")));
            if (!hasSoft && version.compareTo(KubernetesVersion.V1_27) >= 0) {
                return new long[raw.length];
            }
            boolean[] ignored = new boolean[raw.length];
            long least = Long.MAX_VALUE;
            long most = 0;
            for (int i = 0; i < raw.length; i++) {
                ignored[i] = spread(feasible.get(i).node()) == null;
                if (!ignored[i]) {
                    least = Math.min(least, raw[i]);
                    most = Math.max(most, raw[i]);
                }
            }
            long[] points = new long[raw.length];
            for (int i = 0; i < raw.length; i++) {
                points[i] = ignored[i] ? 0 : most == 0 ? 100 : 100 * (most + least - raw[i]) / most;
            }
            return points;
        }
    }

    @Property
    void added_and_removed_pods_count_as_if_the_cluster_had_changed(@ForAll("choices") Choices choices) {
        World world = new World(choices);
        PodInfo pod = PodInfo.of(world.draw.pod(null), world.version);
        CycleState first = new CycleState();
        List<FilterPlugin> asked = new ArrayList<>();
        world.profile.preFilter(first, pod, world.cluster, asked);
        CycleState state = first.copy();
        PlainCluster changed = world.cluster.copy();
        for (int i = world.draw.number(1, 6); i > 0; i--) {
            PlainNode node = world.draw.any(changed.plainNodes());
            boolean adds = world.draw.chance(40) || node.pods().isEmpty();
            PodInfo other = adds ? PodInfo.of(world.draw.pod(node.name()), world.version) : world.draw.any(node.pods());
            for (FilterPlugin filter : asked) {
                if (filter instanceof PreFilterPlugin before && adds) {
                    before.addPod(state, pod, other, node);
                } else if (filter instanceof PreFilterPlugin before) {
                    before.removePod(state, pod, other, node);
                }
            }
            if (adds) {
                node.add(other);
            } else {
                node.remove(other);
            }
        }
        PlainProfile fresh = World.profile(changed);
        List<FilterPlugin> freshlyAsked = new ArrayList<>();
        CycleState freshState = new CycleState();
        fresh.preFilter(freshState, pod, changed, freshlyAsked);
        for (FilterPlugin filter : asked) {
            FilterPlugin other = freshlyAsked.stream()
                    .filter(each -> each.name().equals(filter.name()))
                    .findFirst()
                    .orElse(null);
            for (PlainNode node : changed.plainNodes()) {
                assertThat(filter.filter(state, pod, node))
                        .as(() -> filter.name() + " about " + node.name() + world.shown(pod.pod()))
                        .isEqualTo(other == null ? Status.SUCCESS : other.filter(freshState, pod, node));
            }
            for (PlainNode node : world.cluster.plainNodes()) {
                assertThat(filter.filter(first, pod, node))
                        .as(() -> "the first state of " + filter.name() + " is as it was" + world.shown(pod.pod()))
                        .isEqualTo(filter.filter(first.copy(), pod, node));
            }
        }
    }
}
