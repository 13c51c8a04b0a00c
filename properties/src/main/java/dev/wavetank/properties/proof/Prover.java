package dev.wavetank.properties.proof;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.bugs.KnownBug;
import dev.wavetank.properties.explore.Exploration;
import dev.wavetank.properties.explore.ExploredRun;
import dev.wavetank.properties.explore.Judges;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.Shrunk;
import dev.wavetank.properties.guided.GuidedExploration;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures known bugs in their storms.
 *
 * <p>A batch is a run of seeds that ends with a detection; the next batch begins with the seed after it. So the batches
 * have no seed in common.
 *
 * @param batches how many of them are run
 * @param mostSeeds how many seeds are run in all batches together, at most
 * @param controlSeeds how many seeds are run without faults, and without the bug
 * @param jobs how many runs are made at the same time
 * @param guided whether each batch is a {@linkplain GuidedExploration guided exploration} that has learned nothing yet
 * @param clock real time in nanoseconds
 */
public record Prover(int batches, long mostSeeds, long controlSeeds, int jobs, boolean guided, LongSupplier clock) {

    /** How many of the last records of a trace a story is told from. */
    private static final int RECORDS = 500_000;

    /** Measures a bug. */
    public Proof prove(KnownBug bug) {
        Scenario scenario = bug.storm().scenario();
        FaultSampler sampler = bug.storm().sampler();
        ClusterParts parts = bug.putInto(ClusterParts.DEFAULT);
        Judges judges = Judges.DEFAULT.withStrict(bug.storm().isStrict());
        AtomicLong last = new AtomicLong();
        long began = clock.getAsLong();
        Exploration exploration = new Exploration(scenario, parts, sampler, batches, judges);
        List<ExploredRun> found = detections(exploration, run -> last.set(run.number())).stream()
                .filter(failure -> isOf(bug, failure.result()))
                .toList();
        long took = clock.getAsLong() - began;
        Optional<Proof.Smallest> smallest =
                found.isEmpty() ? Optional.empty() : Optional.of(shrunk(exploration, found.get(0), jobs));
        Scenario calm = scenario.withFaults(FaultPlan.NONE);
        return new Proof(
                bug,
                gaps(found),
                last.get(),
                smallest,
                controlSeeds,
                violations(calm, parts, null, judges).stream()
                        .filter(failure -> isOf(bug, failure))
                        .count(),
                controlSeeds,
                violations(scenario, ClusterParts.DEFAULT, sampler, Judges.DEFAULT)
                        .size(),
                bug.mended()
                        .map(version ->
                                OptionalLong.of(violations(of(version, scenario), parts, sampler, judges, last.get())
                                        .size()))
                        .orElse(OptionalLong.empty()),
                took);
    }

    private List<ExploredRun> detections(Exploration exploration, Exploration.Observer observer) {
        if (!guided) {
            exploration.requireTargets();
            return exploration.run(exploration::input, 1, mostSeeds, jobs, observer);
        }
        List<ExploredRun> found = new ArrayList<>();
        long next = 1;
        while (next <= mostSeeds && found.size() < batches) {
            List<ExploredRun> one = new GuidedExploration(
                            exploration.stoppingAfter(1), List.of(), (input, reached) -> {})
                    .run(next, mostSeeds - next + 1, jobs, observer);
            found.addAll(one);
            next = one.isEmpty() ? mostSeeds + 1 : one.get(0).number() + 1;
        }
        return found;
    }

    private static boolean isOf(KnownBug bug, RunResult failure) {
        return failure.violations().get(0).invariant().equals(bug.invariant());
    }

    private static List<Long> gaps(List<ExploredRun> found) {
        List<Long> gaps = new ArrayList<>();
        long before = 0;
        for (ExploredRun failure : found) {
            gaps.add(failure.number() - before);
            before = failure.number();
        }
        return gaps;
    }

    private static Proof.Smallest shrunk(Exploration whole, ExploredRun failure, int jobs) {
        Exploration exploration = whole.inOrderOf(failure.input());
        Shrunk shrunk = exploration.shrink(failure.result(), jobs);
        Scenario scenario = shrunk.smallest().scenario();
        return new Proof.Smallest(
                failure.number(),
                shrunk.faultsBefore(),
                scenario.faults().size(),
                scenario.timeline().size(),
                exploration.explain(shrunk, RECORDS).story().lines().size(),
                shrunk.runs());
    }

    private List<RunResult> violations(
            Scenario scenario, ClusterParts parts, @Nullable FaultSampler sampler, Judges judges) {
        return violations(scenario, parts, sampler, judges, controlSeeds);
    }

    private List<RunResult> violations(
            Scenario scenario, ClusterParts parts, @Nullable FaultSampler sampler, Judges judges, long seeds) {
        int all = Math.toIntExact(seeds);
        return new Exploration(scenario, parts, sampler, all, judges).run(1, seeds, jobs, run -> {});
    }

    private static Scenario of(KubernetesVersion version, Scenario scenario) {
        ClusterSpec cluster = scenario.cluster();
        return scenario.withCluster(new ClusterSpec(
                cluster.nodes(),
                cluster.nodeCapacity(),
                version,
                cluster.settings(),
                cluster.addOns(),
                cluster.shape()));
    }
}
