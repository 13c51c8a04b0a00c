package dev.wavetank.properties.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterBlueprint;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.model.scenario.FaultSampler.Intensity;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.bugs.KnownBug;
import dev.wavetank.properties.bugs.KnownBugs;
import dev.wavetank.properties.generate.Scenarios;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.Observers;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.convergence.Convergence;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An invariant that observes only the types of records that it lists remembers and reports the same as one that
 * observes every record: its list leaves nothing out.
 */
@Tag("slow")
class ObservedRecordsTest {

    private static final List<String> VERSIONS = List.of("v1.8", "v1.13", "v1.20", "v1.28", "v1.34");

    /** When an invariant last looked, which it does at each record. */
    private static final Set<String> WHEN_IT_LOOKED = Set.of("now", "nextLook");

    static Stream<String> bugs() {
        return KnownBugs.all().stream().filter(bug -> bug.change().isPresent()).map(KnownBug::name);
    }

    static IntStream seeds() {
        return IntStream.rangeClosed(1, 20);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void of_every_kind_of_workload(int seed) {
        Scenario scenario = Scenarios.of(seed, KubernetesVersion.DEFAULT);
        ClusterSpec cluster = scenario.cluster();
        KubernetesVersion version = KubernetesVersion.parse(VERSIONS.get(seed % VERSIONS.size()));
        assertSame(
                scenario.withCluster(
                        new ClusterSpec(cluster.nodes(), cluster.nodeCapacity(), version, cluster.settings())),
                Intensity.values()[seed % Intensity.values().length],
                seed,
                ClusterParts.DEFAULT);
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void of_controllers_that_make_mistakes(String name) {
        KnownBug bug = KnownBugs.named(name);
        assertSame(bug.storm().scenario(), Intensity.HEAVY, 1, bug.putInto(ClusterParts.DEFAULT));
    }

    /** Runs with both kinds of invariants. */
    private static void assertSame(Scenario calm, Intensity faults, long seed, ClusterParts parts) {
        Scenario scenario =
                calm.withFaults(new FaultSampler(faults).draw(calm, seed).plan());
        List<Pair> pairs = new ArrayList<>(1);
        ScenarioRun.prepared(
                ClusterBlueprint.of(scenario, parts),
                scenario,
                seed,
                Judges.DEFAULT,
                List.of(),
                cluster -> pairs.add(new Pair(scenario, cluster)));
        pairs.get(0).assertSame();
    }

    /** The invariants of a run twice: as they are, and such that observe every record. */
    private static final class Pair implements TraceSink {

        private final Cluster cluster;
        private final List<Invariant> listing;
        private final List<Invariant> all;
        private final Observers observers;
        private final Reports reports = new Reports();
        private final Reports reportsOfAll = new Reports();

        Pair(Scenario scenario, Cluster cluster) {
            this.cluster = cluster;
            ClusterSpec spec = scenario.cluster();
            RunContext context = RunContext.of(scenario, cluster);
            this.listing = Invariants.all(spec, new Convergence(context.obstacles()), context);
            this.all = Invariants.all(spec, new Convergence(context.obstacles()), context).stream()
                    .filter(each -> !each.records().isEmpty())
                    .toList();
            this.observers = new Observers(listing);
            Stream.of(context.obstacles(), context.lag(), this)
                    .forEach(cluster.simulation().trace()::addSink);
        }

        @Override
        public void accept(TraceEntry entry) {
            observers.accept(entry, reports);
            all.forEach(invariant -> invariant.observe(entry, reportsOfAll));
        }

        /** At the end, because what is due by time may wait for the next record of a type that is listed. */
        void assertSame() {
            List<Invariant> observing =
                    listing.stream().filter(each -> !each.records().isEmpty()).toList();
            observing.forEach(each -> each.conclude(cluster.simulation().now(), reports));
            all.forEach(each -> each.conclude(cluster.simulation().now(), reportsOfAll));
            assertThat(reports.lines).isEqualTo(reportsOfAll.lines);
            for (int i = 0; i < observing.size(); i++) {
                assertThat(Memory.differences(observing.get(i), all.get(i), WHEN_IT_LOOKED))
                        .isEmpty();
            }
        }
    }

    /** What invariants report. */
    private static final class Reports implements Outcomes {

        private final List<String> lines = new ArrayList<>();

        @Override
        public void broken(Invariant invariant, String object, String message) {
            lines.add(invariant.name() + ": " + object + ": " + message);
        }

        @Override
        public void known(KnownBehaviour behaviour, Invariant invariant, String object, String message) {
            lines.add(behaviour + ": " + object + ": " + message);
        }

        @Override
        public void used(Invariant invariant, long used, long allowed, Supplier<String> object) {
            lines.add(invariant.name() + " used " + used + " of " + allowed);
        }

        @Override
        public void unknown(Invariant invariant, String reason) {
            lines.add(invariant.name() + " unknown: " + reason);
        }
    }
}
