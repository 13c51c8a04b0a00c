package dev.wavetank.model.scheduler.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.scheduler.cache.CacheSnapshot;
import dev.wavetank.model.scheduler.cache.SchedulerCache;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.Refusal;
import dev.wavetank.model.scheduler.framework.Snapshot;
import dev.wavetank.model.scheduler.plugin.PluginProperties.World;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.trace.Trace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * What plug-ins keep from one cycle to the next and look up in the snapshot's indexes, against plug-ins that look at
 * every pod.
 */
class IndexedSnapshotProperties {

    private static final int STEPS = 40;

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
