package dev.wavetank.model.scheduler.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scheduler.cache.CacheSnapshot;
import dev.wavetank.model.scheduler.cache.SchedulerCache;
import dev.wavetank.model.scheduler.cycle.Explanation;
import dev.wavetank.model.scheduler.cycle.HostSelection;
import dev.wavetank.model.scheduler.cycle.NodeSearch;
import dev.wavetank.model.scheduler.cycle.Refusals;
import dev.wavetank.model.scheduler.cycle.SchedulingCycle;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.Profile;
import dev.wavetank.model.scheduler.framework.Refusal;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Which of 300 nodes a real kube-scheduler v1.20.2 looked at, pod after pod: with the adaptive percentage and others,
 * with pods that fit one zone or no node, and after nodes without a zone had come. The recording has the order of the
 * nodes, which differs from start to start, and how far each search went.
 */
class SampledSearchGoldenTest {

    private static final KubernetesVersion VERSION = KubernetesVersion.V1_20;
    private static final SchedulerRecording RECORDING = new SchedulerRecording("07-percentage");
    /** What pods ask for, by the first part of their name; all others ask for nothing. */
    private static final Map<String, String> ZONES = Map.of("sel", "zc", "none", "zz");

    @Test
    void searches_begin_and_end_as_recorded() {
        Tally tally = new Tally();
        RECORDING.trees("cycles").forEach(one -> compare(one, tally));
        System.out.println("07-percentage\n" + tally);
        assertThat(tally.differences()).isEmpty();
        assertThat(tally.compared("searched nodes")).isEqualTo(29);
    }

    private static void compare(Map<String, Object> one, Tally tally) {
        List<String> order =
                ((List<?>) one.get("nodes")).stream().map(String::valueOf).toList();
        CacheSnapshot snapshot = snapshot(order);
        String id = String.valueOf(one.get("case"));
        tally.compare(
                "order of nodes",
                id,
                snapshot.nodes().stream().map(NodeInfo::name).toList(),
                order);
        Cycles cycles = new Cycles(((Number) one.get("percentage")).intValue());
        for (Object each : (List<?>) one.get("cycles")) {
            Map<?, ?> recorded = (Map<?, ?>) each;
            String pod = String.valueOf(recorded.get("pod")).substring("sg/".length());
            Looked looked = cycles.run(pod(pod), snapshot);
            tally.compare(
                    "searched nodes",
                    id + " " + pod,
                    looked.describe(),
                    recorded.get("feasible") + " feasible, " + recorded.get("refused") + " refused");
            if (!ZONES.containsKey(kind(pod))) {
                int start = ((Number) recorded.get("start")).intValue();
                int found = ((Number) recorded.get("toFind")).intValue();
                List<String> expected = new ArrayList<>();
                for (int i = 0; i < found; i++) {
                    expected.add(order.get((start + i) % order.size()));
                }
                tally.compare("found nodes", id + " " + pod, looked.feasible, expected);
            }
        }
    }

    private static String kind(String pod) {
        return pod.substring(0, pod.indexOf('-'));
    }

    private static PodInfo pod(String name) {
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("containers", List.of(Map.of("name", "app", "image", "app")));
        if (ZONES.containsKey(kind(name))) {
            spec.put("nodeSelector", Map.of("topology.kubernetes.io/zone", ZONES.get(kind(name))));
        }
        return PodInfo.of(
                SchedulerRecording.pod(Map.of(
                        "metadata", Map.of("name", name, "namespace", "sg", "uid", "uid-" + name), "spec", spec)),
                VERSION);
    }

    private static CacheSnapshot snapshot(List<String> names) {
        Components components = new Components(new Simulation(1, OrderPolicy.FIFO, new Trace()));
        Context[] made = new Context[1];
        components.add("kube-scheduler", each -> {
            made[0] = each;
            return () -> {};
        });
        components.startAll();
        SchedulerCache cache = new SchedulerCache(made[0], VERSION);
        names.forEach(name -> cache.put(SchedulerRecording.node(Map.of(
                "metadata",
                Map.of("name", name, "uid", "uid-" + name, "labels", labels(name)),
                "status",
                Map.of("allocatable", Map.of("cpu", "4", "memory", "16Gi", "pods", "110"))))));
        CacheSnapshot snapshot = new CacheSnapshot();
        cache.update(snapshot);
        return snapshot;
    }

    /** Nodes are named after their zones, but for one that came later; {@code nz} are in none. */
    private static Map<String, String> labels(String node) {
        String zone = node.equals("aa-new") ? "za" : kind(node);
        return zone.equals("nz")
                ? Map.of("kubernetes.io/hostname", node)
                : Map.of("kubernetes.io/hostname", node, "topology.kubernetes.io/zone", zone);
    }

    /** The cycles of a scheduler, one after the other. */
    private static final class Cycles {
        private final FrameworkRunner runner;
        private final SchedulingCycle.Shared shared;

        private Cycles(int percentage) {
            Profile profile = Profile.of(
                    "default-scheduler",
                    Profiles.v120(new PlainCluster(VERSION), false).plugins(),
                    Map.of(),
                    new Profile.Search(percentage, false));
            this.runner = new FrameworkRunner(profile, new Nominator(), VERSION);
            this.shared = new SchedulingCycle.Shared(
                    new NodeSearch(VERSION), new HostSelection(RandomStream.of(1, "ties"), VERSION), VERSION);
        }

        private Looked run(PodInfo pod, CacheSnapshot snapshot) {
            Looked looked = new Looked();
            new SchedulingCycle(runner, new CycleState(), pod, snapshot, shared, looked, outcome -> {}).run();
            return looked;
        }
    }

    /** What a cycle has looked at. */
    private static final class Looked implements Explanation {
        private final List<String> feasible = new ArrayList<>();
        private @Nullable Refusals refusals;

        @Override
        public boolean isWanted() {
            return true;
        }

        @Override
        public void refusedEverywhere(Refusal refusal) {}

        @Override
        public void filtered(List<NodeInfo> found, Refusals others) {
            found.forEach(node -> feasible.add(node.name()));
            refusals = others;
        }

        @Override
        public void scored(List<NodeInfo> found, FrameworkRunner.Scores scores) {}

        private String describe() {
            return feasible.size() + " feasible, " + (refusals == null ? 0 : refusals.size()) + " refused";
        }
    }
}
