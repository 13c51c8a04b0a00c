package dev.wavetank.properties.explore;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.model.scenario.Scenario;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Runs a scenario with many seeds, over all cores.
 *
 * @param scenario what is run; its own faults are kept when no sampler is given
 * @param parts what the cluster is made of
 * @param sampler draws the faults of each seed, or null for the scenario's own plan
 * @param stopAfter how many failures end the exploration
 */
public record Exploration(Scenario scenario, ClusterParts parts, FaultSampler sampler, int stopAfter) {

    /**
     * Runs the seeds.
     *
     * @param first first seed
     * @param count how many, counted up
     * @param jobs how many at once
     * @param progress told about every finished run, from any thread, one at a time
     * @return the failures, by seed; at most so many as end the exploration
     */
    public List<RunResult> run(long first, long count, int jobs, Consumer<RunResult> progress) {
        AtomicLong next = new AtomicLong(first);
        List<RunResult> failures = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool((int) Math.min(jobs, Math.max(1, count)));
        try {
            List<Future<?>> workers = new ArrayList<>();
            for (int i = 0; i < Math.min(jobs, count); i++) {
                workers.add(threads.submit(() -> work(next, first + count, failures, progress)));
            }
            for (Future<?> worker : workers) {
                worker.get();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException failure) {
            throw new IllegalStateException(failure.getCause().getMessage(), failure.getCause());
        } finally {
            threads.shutdownNow();
        }
        failures.sort(Comparator.comparingLong(RunResult::seed));
        // Runs that were under way when the last one was found may have failed too.
        return List.copyOf(failures.subList(0, Math.min(stopAfter, failures.size())));
    }

    /** The scenario as one seed runs it. */
    public Scenario forSeed(long seed) {
        return sampler == null
                ? scenario
                : scenario.withFaults(sampler.draw(scenario.cluster(), seed).plan());
    }

    private RunResult run(long seed) {
        try {
            return ScenarioRun.of(forSeed(seed), seed, parts);
        } catch (RuntimeException | AssertionError failure) {
            throw new IllegalStateException("seed " + seed + ": " + failure.getMessage(), failure);
        }
    }

    private void work(AtomicLong next, long end, List<RunResult> failures, Consumer<RunResult> progress) {
        for (long seed = next.getAndIncrement(); seed < end; seed = next.getAndIncrement()) {
            synchronized (failures) {
                if (failures.size() >= stopAfter) {
                    return;
                }
            }
            RunResult result = run(seed);
            synchronized (failures) {
                if (!result.violations().isEmpty()) {
                    failures.add(result);
                }
                progress.accept(result);
            }
        }
    }
}
