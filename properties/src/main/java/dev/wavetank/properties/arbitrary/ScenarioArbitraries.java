package dev.wavetank.properties.arbitrary;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.generate.Scenarios;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Clusters, workloads, fault plans, scenarios and seeds for properties. See the description of the package. */
public final class ScenarioArbitraries {

    private static final int MOST_NODES = 6;
    private static final int MOST_WORKLOADS = 3;
    private static final int MOST_REPLICAS = 12;
    /** The longest time between two commands about one Deployment. */
    private static final int LONGEST_PAUSE_MILLIS = 10_000;

    private ScenarioArbitraries() {}

    /**
     * Scenarios for every kind of workload, without faults, as {@link Scenarios#of} draws them for the default version.
     * They shrink to a lower seed, not to a smaller scenario.
     */
    public static Arbitrary<Scenario> ofEveryKind() {
        return Arbitraries.longs()
                .between(1, Integer.MAX_VALUE)
                .map(seed -> Scenarios.of(seed, KubernetesVersion.DEFAULT));
    }

    /**
     * Clusters of one to six equal nodes with 1 to 8 cores, 2 to 32 GiB and room for 2 to 110 pods, under the
     * default profile. They shrink to one small node.
     */
    public static Arbitrary<ClusterSpec> clusters() {
        return Combinators.combine(
                        Arbitraries.integers().between(1, MOST_NODES),
                        Arbitraries.of(1, 2, 4, 8),
                        Arbitraries.of(2, 16, 32),
                        Arbitraries.of(2, 8, 110))
                .as((nodes, cores, gibibytes, pods) -> new ClusterSpec(
                        nodes, capacity(cores, gibibytes, pods), KubernetesVersion.DEFAULT, new TreeMap<>()));
    }

    /**
     * One to three Deployments of up to 12 replicas, created within ten seconds, scaled once or twice; some are
     * deleted in the end. They shrink to one Deployment without pods.
     */
    public static Arbitrary<List<Workload>> workloads() {
        return workload().list().ofMinSize(1).ofMaxSize(MOST_WORKLOADS).map(ScenarioArbitraries::numbered);
    }

    /**
     * Up to six faults of the kinds that are drawn without being named, see {@link FaultSampler#usualKinds}. All of
     * them find a target in this cluster; kinds that have none there are left out. They open within a minute, last up
     * to half a minute, and shrink to fewer, earlier and shorter ones.
     */
    public static Arbitrary<FaultPlan> faultPlans(ClusterSpec cluster) {
        return faultPlans(cluster, FaultSampler.usualKinds());
    }

    /**
     * The same of some kinds.
     *
     * @param kinds some of {@link FaultSampler#allKinds}, at least one
     */
    public static Arbitrary<FaultPlan> faultPlans(ClusterSpec cluster, List<String> kinds) {
        return FaultArbitraries.drafts(kinds).map(drafts -> FaultArbitraries.plan(drafts, cluster));
    }

    /** Whole scenarios: any cluster, workloads and fault plan, and an hour of virtual time. */
    public static Arbitrary<Scenario> scenarios() {
        return Combinators.combine(clusters(), workloads(), FaultArbitraries.drafts(FaultSampler.usualKinds()))
                .as((cluster, workloads, drafts) ->
                        scenario(cluster, workloads, FaultArbitraries.plan(drafts, cluster)));
    }

    /** Seeds of simulations, uniformly from 0 to {@link Long#MAX_VALUE}. They do not shrink. See {@link Seed}. */
    public static Arbitrary<Long> seeds() {
        return Arbitraries.randomValue(random -> random.nextLong() >>> 1);
    }

    private static Scenario scenario(ClusterSpec cluster, List<Workload> workloads, FaultPlan faults) {
        List<Command> timeline = new ArrayList<>();
        Map<String, String> files = new TreeMap<>();
        for (Workload workload : workloads) {
            timeline.addAll(workload.commands());
            files.put(workload.fileName(), workload.manifest());
        }
        timeline.sort(Comparator.comparingLong(Command::at));
        return new Scenario("generated", cluster, timeline, files, faults, Scenario.DEFAULT_HORIZON);
    }

    private static Arbitrary<Workload> workload() {
        Arbitrary<Workload.Scaling> scaling =
                Combinators.combine(pause(), replicas()).as(Workload.Scaling::new);
        Arbitrary<OptionalLong> deletion =
                Arbitraries.oneOf(Arbitraries.just(OptionalLong.empty()), pause().map(OptionalLong::of));
        return Combinators.combine(
                        replicas(),
                        Arbitraries.of(0, 100, 500, 1500),
                        pause(),
                        scaling.list().ofMinSize(1).ofMaxSize(2),
                        deletion)
                .as((replicas, cpuMillis, createdAt, scalings, deletedAfter) ->
                        new Workload("app", replicas, cpuMillis, createdAt, scalings, deletedAfter));
    }

    private static List<Workload> numbered(List<Workload> drafts) {
        List<Workload> workloads = new ArrayList<>();
        for (Workload draft : drafts) {
            workloads.add(draft.withName("app-" + (workloads.size() + 1)));
        }
        return workloads;
    }

    private static Arbitrary<Integer> replicas() {
        return Arbitraries.integers().between(0, MOST_REPLICAS);
    }

    private static Arbitrary<Long> pause() {
        return Arbitraries.integers().between(0, LONGEST_PAUSE_MILLIS).map(millis -> millis * VirtualTime.MILLISECOND);
    }

    private static Map<String, String> capacity(int cores, int gibibytes, int pods) {
        Map<String, String> capacity = new TreeMap<>();
        capacity.put("cpu", Integer.toString(cores));
        capacity.put("memory", gibibytes + "Gi");
        capacity.put("pods", Integer.toString(pods));
        return capacity;
    }
}
