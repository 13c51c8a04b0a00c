package dev.wavetank.properties.arbitrary;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.Anchor;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.Trigger;
import dev.wavetank.sim.random.RandomStream;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * Faults of every kind, drawn before it is known which cluster they will hit.
 *
 * <p>A draft has the number of a draw of its kind's sampler and finds its target in any cluster, so a plan and a
 * cluster shrink independently of each other.
 */
final class FaultArbitraries {

    private static final int FAULTS_MAX = 6;
    private static final int LAST_OPENING_MILLIS = 60_000;
    private static final int LONGEST_WINDOW_MILLIS = 30_000;
    private static final int LAST_DRAW = 1_023;

    private FaultArbitraries() {}

    /**
     * A clause of a plan without a cluster.
     *
     * @param trigger when it opens
     * @param duration in nanoseconds
     * @param kind of the fault
     * @param draw number of the draw of the kind's sampler
     */
    record Draft(Trigger trigger, long duration, String kind, int draw) {

        /** The clause in a cluster; empty when the cluster has nothing that a fault of this kind can hit. */
        private Optional<FaultClause> in(ClusterSpec cluster) {
            return FaultSampler.drawOne(kind, cluster, RandomStream.of(draw, kind))
                    .map(fault -> new FaultClause(trigger, duration, fault));
        }
    }

    /** None to six drafts of these kinds. */
    static Arbitrary<List<Draft>> drafts(List<String> kinds) {
        return Combinators.combine(
                        triggers(),
                        millis(0, LONGEST_WINDOW_MILLIS),
                        Arbitraries.of(kinds),
                        Arbitraries.integers().between(0, LAST_DRAW))
                .as(Draft::new)
                .list()
                .ofMaxSize(FAULTS_MAX);
    }

    /** What the drafts mean in this cluster. */
    static FaultPlan plan(List<Draft> drafts, ClusterSpec cluster) {
        return new FaultPlan(
                drafts.stream().flatMap(draft -> draft.in(cluster).stream()).toList());
    }

    /** Mostly instants; they shrink to the beginning of the run. */
    private static Arbitrary<Trigger> triggers() {
        Arbitrary<Trigger> instants = millis(0, LAST_OPENING_MILLIS).map(Trigger.At::new);
        Arbitrary<Trigger> happenings = Combinators.combine(
                        Arbitraries.of("deployment-controller", "replicaset-controller", ComponentNames.SCHEDULER),
                        Arbitraries.of("create", "update", "delete", Anchor.ANY),
                        Arbitraries.integers().between(1, 12),
                        millis(0, 100))
                .as((component, verb, nth, delay) -> new Trigger.After(
                        new Anchor(component, verb, Anchor.ANY, nth), delay, Trigger.After.DEFAULT_UNTIL));
        return Arbitraries.frequencyOf(Tuple.of(3, instants), Tuple.of(1, happenings));
    }

    private static Arbitrary<Long> millis(int least, int most) {
        return Arbitraries.integers().between(least, most).map(millis -> millis * VirtualTime.MILLISECOND);
    }
}
