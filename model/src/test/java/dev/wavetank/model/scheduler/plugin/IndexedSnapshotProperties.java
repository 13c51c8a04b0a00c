package dev.wavetank.model.scheduler.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.scheduler.cache.CacheSnapshot;
import dev.wavetank.model.scheduler.cache.SchedulerCache;
import dev.wavetank.model.scheduler.cycle.Explanation;
import dev.wavetank.model.scheduler.cycle.HostSelection;
import dev.wavetank.model.scheduler.cycle.NodeSearch;
import dev.wavetank.model.scheduler.cycle.Refusals;
import dev.wavetank.model.scheduler.cycle.SchedulingCycle;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.FilterPlugin;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.Plugin;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.PreFilterPlugin;
import dev.wavetank.model.scheduler.framework.PreScorePlugin;
import dev.wavetank.model.scheduler.framework.Profile;
import dev.wavetank.model.scheduler.framework.Refusal;
import dev.wavetank.model.scheduler.framework.ScorePlugin;
import dev.wavetank.model.scheduler.framework.Snapshot;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.model.scheduler.plugin.PluginProperties.World;
import dev.wavetank.model.scheduler.queue.Nominator;
import dev.wavetank.model.scheduler.runtime.FrameworkRunner;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.trace.Trace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;

/**
 * What plug-ins keep from one cycle to the next and look up in the snapshot's indexes, against plug-ins that look at
 * every pod.
 */
@Tag("slow")
class IndexedSnapshotProperties {

    private static final int STEPS = 40;
    private static final int LARGE = 250;

    /** The cache of a scheduler that is told what changes in a world. */
    private static final class Mirror {
        private final SchedulerCache cache;
        private final CacheSnapshot snapshot = new CacheSnapshot();
        private final Map<String, Node> nodes = new LinkedHashMap<>();
        private final Map<String, String> pods = new LinkedHashMap<>();

        Mirror(World world) {
            Components components = new Components(new Simulation(1, OrderPolicy.FIFO, new Trace()));
            Context[] made = new Context[1];
            components.add("kube-scheduler", each -> {
                made[0] = each;
                return () -> {};
            });
            components.startAll();
            this.cache = new SchedulerCache(made[0], world.version);
        }

        void follow(PlainCluster cluster) {
            Map<String, PodInfo> present = new LinkedHashMap<>();
            Map<String, String> places = new LinkedHashMap<>();
            Map<String, Node> latest = new LinkedHashMap<>();
            for (PlainNode node : cluster.plainNodes()) {
                latest.put(node.name(), node.node());
                node.pods().forEach(pod -> {
                    present.put(pod.uid(), pod);
                    places.put(pod.uid(), node.name());
                });
            }
            for (String uid : List.copyOf(pods.keySet())) {
                if (!Objects.equals(places.get(uid), pods.get(uid))) {
                    cache.forget(uid);
                    pods.remove(uid);
                }
            }
            for (String name : List.copyOf(nodes.keySet())) {
                if (!latest.containsKey(name)) {
                    cache.remove(nodes.remove(name));
                }
            }
            latest.forEach((name, node) -> {
                if (nodes.put(name, node) != node) {
                    cache.put(node);
                }
            });
            present.forEach((uid, pod) -> {
                if (pods.put(uid, places.get(uid)) == null) {
                    assertThat(cache.assume(pod, places.get(uid))).isNull();
                }
            });
            cache.update(snapshot);
        }
    }

    @Property(tries = 300, shrinking = ShrinkingMode.OFF)
    void indexes_change_no_verdict_and_no_score(@ForAll long seed) {
        World world = new World(seed);
        Mirror mirror = new Mirror(world);
        PlainProfile lasting = World.profile(world.cluster);
        List<PodInfo> asked = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            asked.add(PodInfo.of(world.draw.pod(null), world.version));
        }
        for (int step = 0; step < STEPS; step++) {
            mirror.follow(world.cluster);
            // Some are asked again and again, so that their sums live long; others are new.
            PodInfo pod = step % 3 == 0 ? PodInfo.of(world.draw.pod(null), world.version) : world.draw.any(asked);
            assertThat(decision(lasting, pod, mirror.snapshot))
                    .as("seed %d step %d", seed, step)
                    .isEqualTo(decision(World.profile(world.cluster), pod, world.cluster));
            for (int i = world.draw.number(0, 3); i > 0; i--) {
                world.change();
            }
        }
    }

    /**
     * The cycle keeps verdicts and points of nodes for pods with the same signature, skips nodes that a filter excludes
     * as a set, and adds points up; all of which must not be seen.
     */
    @Property(tries = 300, shrinking = ShrinkingMode.OFF)
    void what_a_cycle_keeps_changes_no_verdict_and_no_score(@ForAll long seed) {
        World world = new World(seed);
        Mirror mirror = new Mirror(world);
        Profile profile = Profile.of("default", World.profile(world.cluster).plugins(), Map.of());
        FrameworkRunner lasting = new FrameworkRunner(profile, new Nominator(), world.version);
        SchedulingCycle.Shared shared = new SchedulingCycle.Shared(
                new NodeSearch(world.version),
                new HostSelection(RandomStream.of(seed, "ties"), world.version),
                world.version);
        List<PodInfo> asked = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            asked.add(PodInfo.of(world.draw.pod(null), world.version));
        }
        for (int step = 0; step < STEPS; step++) {
            mirror.follow(world.cluster);
            PodInfo pod = step % 4 == 0 ? PodInfo.of(world.draw.pod(null), world.version) : world.draw.any(asked);
            Map<String, Object> expected = new TreeMap<>(
                    decision(everywhere(World.profile(world.cluster).plugins()), pod, world.cluster));
            for (boolean isExplained : List.of(true, false)) {
                Seen seen = new Seen(isExplained);
                new SchedulingCycle(lasting, new CycleState(), pod, mirror.snapshot, shared, seen, outcome -> {}).run();
                assertThat(seen.decision)
                        .as("seed %d step %d, explained: %s", seed, step, isExplained)
                        .isEqualTo(isExplained ? seen.comparable(expected) : seen.totalsOf(expected));
            }
            for (int i = world.draw.number(0, 3); i > 0; i--) {
                world.change();
            }
        }
    }

    /** In large clusters only part of the nodes is asked, in turn: the same part, whoever asks. */
    @Property(tries = 20, shrinking = ShrinkingMode.OFF)
    void what_a_cycle_keeps_changes_no_search(@ForAll long seed) {
        World world = new World(seed);
        for (int i = 0; i < LARGE; i++) {
            world.cluster.addNode(world.draw.node());
        }
        Mirror mirror = new Mirror(world);
        List<Plugin> asking = new ArrayList<>();
        for (Plugin each : World.profile(world.cluster).plugins()) {
            if (each instanceof FilterPlugin filter) {
                asking.add(new AskingFilter(filter));
            }
            if (each instanceof ScorePlugin score) {
                asking.add(new AskingScore(score));
            }
        }
        asking.add(new PrioritySort());
        Scheduling keeps = new Scheduling(World.profile(world.cluster).plugins(), world.version);
        Scheduling asks = new Scheduling(asking, world.version);
        List<PodInfo> asked = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            asked.add(PodInfo.of(world.draw.pod(null), world.version));
        }
        for (int step = 0; step < STEPS; step++) {
            mirror.follow(world.cluster);
            PodInfo pod = world.draw.any(asked);
            assertThat(keeps.cycle(pod, mirror.snapshot))
                    .as("seed %d step %d", seed, step)
                    .isEqualTo(asks.cycle(pod, mirror.snapshot));
            for (int i = world.draw.number(0, 4); i > 0; i--) {
                world.change();
            }
        }
    }

    /** A scheduler's cycles, one after the other. */
    private static final class Scheduling {

        private final FrameworkRunner runner;
        private final SchedulingCycle.Shared shared;

        private Scheduling(List<Plugin> plugins, KubernetesVersion version) {
            this.runner = new FrameworkRunner(Profile.of("default", plugins, Map.of()), new Nominator(), version);
            this.shared = new SchedulingCycle.Shared(
                    new NodeSearch(version), new HostSelection(RandomStream.of(1, "ties"), version), version);
        }

        private Map<String, Object> cycle(PodInfo pod, Snapshot snapshot) {
            Seen seen = new Seen(false);
            new SchedulingCycle(
                            runner,
                            new CycleState(),
                            pod,
                            snapshot,
                            shared,
                            seen,
                            outcome -> seen.decision.put("outcome", outcome))
                    .run();
            return seen.decision;
        }
    }

    /** A filter that signs no pod and is asked about each node. */
    private record AskingFilter(FilterPlugin filter) implements PreFilterPlugin, FilterPlugin {

        @Override
        public String name() {
            return filter.name();
        }

        @Override
        public Status preFilter(CycleState state, PodInfo pod, Snapshot snapshot) {
            return filter instanceof PreFilterPlugin before ? before.preFilter(state, pod, snapshot) : Status.SUCCESS;
        }

        @Override
        public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
            return filter.filter(state, pod, node);
        }
    }

    /** A score that signs no pod and is asked about each node. */
    private record AskingScore(ScorePlugin score) implements PreScorePlugin, ScorePlugin {

        @Override
        public String name() {
            return score.name();
        }

        @Override
        public Status preScore(CycleState state, PodInfo pod, Snapshot snapshot, List<NodeInfo> feasible) {
            return score instanceof PreScorePlugin before
                    ? before.preScore(state, pod, snapshot, feasible)
                    : Status.SUCCESS;
        }

        @Override
        public long score(CycleState state, PodInfo pod, NodeInfo node) {
            return score.score(state, pod, node);
        }

        @Override
        public void normalize(CycleState state, PodInfo pod, List<NodeInfo> nodes, long[] points) {
            score.normalize(state, pod, nodes, points);
        }
    }

    /** Each at all points that it extends, as in {@link Profile#of}. */
    private static PlainProfile everywhere(List<Plugin> plugins) {
        return new PlainProfile(
                plugins.stream()
                        .filter(FilterPlugin.class::isInstance)
                        .map(FilterPlugin.class::cast)
                        .toList(),
                plugins.stream()
                        .filter(ScorePlugin.class::isInstance)
                        .map(ScorePlugin.class::cast)
                        .toList());
    }

    /** What a cycle says of nodes. */
    private static final class Seen implements Explanation {

        private final Map<String, Object> decision = new TreeMap<>();
        private final boolean isWanted;
        private boolean areScored;

        private Seen(boolean isWanted) {
            this.isWanted = isWanted;
        }

        @Override
        public boolean isWanted() {
            return isWanted;
        }

        @Override
        public void refusedEverywhere(Refusal refusal) {
            decision.put("before all nodes", refusal.status());
        }

        @Override
        public void filtered(List<NodeInfo> feasible, Refusals refusals) {
            refusals.forEach((node, refusal) -> decision.put(node.name(), refusal));
            feasible.forEach(node -> decision.put(node.name(), "feasible"));
        }

        @Override
        public void scored(List<NodeInfo> feasible, FrameworkRunner.Scores scores) {
            areScored = true;
            for (FrameworkRunner.PluginScores each : scores.byPlugin()) {
                for (int i = 0; i < feasible.size(); i++) {
                    decision.put(
                            feasible.get(i).name() + " " + each.plugin(), List.of(each.raw()[i], each.normalised()[i]));
                }
            }
            for (int i = 0; i < feasible.size(); i++) {
                decision.put(feasible.get(i).name() + " in all", scores.totals()[i]);
            }
        }

        /** What brute force says, of the plug-ins that have not skipped the pod. */
        private Map<String, Object> comparable(Map<String, Object> expected) {
            Map<String, Object> result = totalsOf(expected);
            expected.forEach((key, value) -> {
                if (decision.containsKey(key)) {
                    result.put(key, value);
                }
            });
            return result;
        }

        /** What brute force says, without single plug-ins. */
        private Map<String, Object> totalsOf(Map<String, Object> expected) {
            Map<String, Object> result = new TreeMap<>();
            expected.forEach((key, value) -> {
                if (value instanceof Refusal || value instanceof Status status && !status.isSuccess()) {
                    result.put(key, value);
                } else if (value instanceof List<?> points) {
                    String node = key.substring(0, key.indexOf(' '));
                    result.put(node, "feasible");
                    if (areScored) {
                        result.merge(node + " in all", points.get(1), (sum, more) -> (long) sum + (long) more);
                    }
                }
            });
            return result;
        }
    }

    /** Of each node, by name: why it is refused, or its points by plug-in. */
    private static Map<String, Object> decision(PlainProfile profile, PodInfo pod, Snapshot snapshot) {
        CycleState state = new CycleState();
        PlainProfile.Verdicts verdicts = profile.filter(state, pod, snapshot);
        Map<String, Object> decision = new LinkedHashMap<>();
        decision.put("before all nodes", verdicts.preFilter());
        for (Map.Entry<String, Refusal> refusal : verdicts.refusals().entrySet()) {
            decision.put(refusal.getKey(), refusal.getValue());
        }
        List<NodeInfo> feasible = verdicts.feasible();
        profile.score(state, pod, snapshot, feasible).forEach((plugin, points) -> {
            for (int i = 0; i < feasible.size(); i++) {
                decision.put(feasible.get(i).name() + " " + plugin, List.of(points.raw()[i], points.normalized()[i]));
            }
        });
        return decision;
    }
}
