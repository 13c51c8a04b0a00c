package dev.wavetank.properties.explore;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.yaml.ManifestException;
import dev.wavetank.properties.coverage.KubernetesCoverage;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.sim.coverage.CoverageRecorder;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs a scenario with many seeds, over all cores.
 *
 * <p>However many runs are concurrent, and whichever ends first: the observer receives them in the order of their
 * seeds, and none after the failure that ends the exploration. So the counts do not depend on the number of jobs.
 *
 * @param scenario to run; its own faults are kept without a sampler
 * @param parts of the cluster
 * @param sampler draws the faults of each seed, or null for the scenario's own plan
 * @param stopAfter how many failures end the exploration
 * @param invariants of the user, besides those of Kubernetes
 */
public record Exploration(
        Scenario scenario,
        ClusterParts parts,
        @Nullable FaultSampler sampler,
        int stopAfter,
        UserInvariants invariants) {

    /** An exploration with the invariants of Kubernetes. */
    public Exploration(Scenario scenario, ClusterParts parts, @Nullable FaultSampler sampler, int stopAfter) {
        this(scenario, parts, sampler, stopAfter, UserInvariants.NONE);
    }

    /** The same with one more invariant. */
    public Exploration withInvariant(Supplier<Invariant> invariant) {
        return new Exploration(scenario, parts, sampler, stopAfter, invariants.with(invariant));
    }

    /** Shrinks one of the failures with {@link Shrinker}. */
    public Shrunk shrink(RunResult failure) {
        return Shrinker.shrink(failure, parts, invariants);
    }

    /** Follows an exploration. Called from any thread, one at a time. */
    @FunctionalInterface
    public interface Observer {

        /** A run and those of all smaller seeds have ended. */
        void finished(ExploredRun run);

        /** Whether to begin another run; started runs are completed. */
        default boolean wantsMore() {
            return true;
        }
    }

    /**
     * Runs the seeds.
     *
     * @param first first seed
     * @param count how many, counted up
     * @param jobs how many at once
     * @param observer receives every run, in the order of their seeds
     * @return the failures, by seed; at most so many as end the exploration
     */
    public List<RunResult> run(long first, long count, int jobs, Observer observer) {
        int workers = (int) Math.max(1, Math.min(jobs, count));
        SeedQueue queue = new SeedQueue(first, count, stopAfter, observer);
        ExecutorService threads = Executors.newFixedThreadPool(workers);
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (int i = 0; i < workers; i++) {
                ends.add(threads.submit(() -> queue.work(this::run)));
            }
            for (Future<?> end : ends) {
                end.get();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException failure) {
            Throwable cause = Objects.requireNonNull(failure.getCause());
            throw new IllegalStateException(cause.getMessage(), cause);
        } finally {
            queue.close();
            threads.shutdown();
        }
        return queue.failures();
    }

    /**
     * Repeats one fault plan, as {@link FailureReport#text(Shrunk)} prints it.
     *
     * @param faults YAML, from {@code faults:} on
     * @throws ManifestException naming line and field of a mistake
     */
    public RunResult replay(String faults, long seed) {
        List<String> actors = sampler == null ? List.of() : sampler.actors();
        FaultPlan plan = ScenarioCodec.readPlan("faults", faults, scenario.cluster(), actors);
        return ScenarioRun.of(scenario.withFaults(plan), seed, parts, invariants, List.of());
    }

    /** The scenario as one seed runs it. */
    public Scenario forSeed(long seed) {
        return sampler == null
                ? scenario
                : scenario.withFaults(sampler.draw(scenario, seed).plan());
    }

    private ExploredRun run(long seed) {
        try {
            CoverageRecorder coverage = KubernetesCoverage.recorder();
            RunResult result = ScenarioRun.of(forSeed(seed), seed, parts, invariants, List.of(coverage));
            return new ExploredRun(result, coverage.coverage(seed));
        } catch (RuntimeException | AssertionError failure) {
            throw new IllegalStateException("seed " + seed + ": " + failure.getMessage(), failure);
        }
    }
}
