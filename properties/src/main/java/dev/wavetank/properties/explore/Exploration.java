package dev.wavetank.properties.explore;

import dev.wavetank.model.cluster.ClusterBlueprint;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.properties.coverage.KubernetesCoverage;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.coverage.CoverageRecorder;
import dev.wavetank.sim.determinism.DeterminismDiagnosis;
import dev.wavetank.sim.determinism.ReproducibleRun;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.random.ChoiceLog;
import dev.wavetank.sim.text.Suggestion;
import dev.wavetank.sim.trace.RingSink;
import dev.wavetank.sim.trace.TraceSink;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
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
 * @param source the scenario of each seed
 * @param parts of the cluster
 * @param stopAfter how many failures end the exploration
 * @param invariants of the user, besides those of Kubernetes
 */
public record Exploration(ScenarioSource source, ClusterParts parts, int stopAfter, Judges invariants) {

    /**
     * An exploration of one scenario.
     *
     * @param scenario to run; its own faults are kept without a sampler
     * @param sampler draws the faults of each seed, or null for the scenario's own plan
     */
    public Exploration(
            Scenario scenario, ClusterParts parts, @Nullable FaultSampler sampler, int stopAfter, Judges invariants) {
        this(new ScenarioSource.One(scenario, sampler), parts, stopAfter, invariants);
    }

    /** An exploration of one scenario with the invariants of Kubernetes. */
    public Exploration(Scenario scenario, ClusterParts parts, @Nullable FaultSampler sampler, int stopAfter) {
        this(scenario, parts, sampler, stopAfter, Judges.DEFAULT);
    }

    /** The same with one more invariant. */
    public Exploration withInvariant(Supplier<Invariant> invariant) {
        return new Exploration(source, parts, stopAfter, invariants.with(invariant));
    }

    /** The same that ends after so many failures. */
    public Exploration stoppingAfter(int failures) {
        return new Exploration(source, parts, failures, invariants);
    }

    /** The same whose runs have the order of an input, such as that of a failure. */
    public Exploration inOrderOf(RunInput input) {
        return new Exploration(source, input.in(parts), stopAfter, invariants);
    }

    /** Shrinks one of the failures with {@link Shrinker}, over all cores. */
    public Shrunk shrink(RunResult failure) {
        return shrink(failure, Runtime.getRuntime().availableProcessors());
    }

    /**
     * Shrinks one of the failures with {@link Shrinker}.
     *
     * @param jobs how many runs are made at the same time
     */
    public Shrunk shrink(RunResult failure, int jobs) {
        return Shrinker.shrink(failure, parts, invariants, Shrinker.LIMITS, jobs);
    }

    /**
     * Shrinks a failure, saves it, and returns its report: {@link FailureReport#text} with the file, and how to replay
     * it.
     *
     * @param directory where it is saved
     */
    public String saveAndReport(RunResult failure, Path directory) {
        Shrunk shrunk = shrink(failure);
        return report(shrunk, save(shrunk, directory));
    }

    /**
     * Saves a shrunk failure of this exploration.
     *
     * @param directory where it is saved
     * @return the file
     */
    public Path save(Shrunk shrunk, Path directory) {
        return FailureReport.save(Failure.of(shrunk, invariants), directory);
    }

    /**
     * The report of a shrunk failure of this exploration.
     *
     * @param file where it is saved
     */
    public String report(Shrunk shrunk, Path file) {
        return FailureReport.text(shrunk, Failure.of(shrunk, invariants), file);
    }

    /**
     * What led to a shrunk failure, from one more run of it.
     *
     * @param records how many of the last records of its trace are kept
     */
    public Explanation explain(Shrunk shrunk, int records) {
        RingSink trace = new RingSink(records, true);
        RunResult smallest = shrunk.smallest();
        RunResult again =
                ScenarioRun.of(smallest.scenario(), smallest.seed(), shrunk.parts(), invariants, List.of(trace));
        return Explanation.of(again, trace.entries(), false);
    }

    /** The names of the parts of the user, which a saved failure cannot hold, such as {@code controller site}. */
    public List<String> ownParts() {
        return OwnParts.names(parts, PartsSpec.DEFAULT.inOrderOf(parts).parts(), invariants);
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
     * @return the failures, by seed; at most so many as end the exploration. Each was made twice, equally
     * @throws IllegalArgumentException when the sampler aims at a user agent that sends no request
     * @throws NondeterministicRunException when a failing run was another one when it was repeated
     */
    public List<RunResult> run(long first, long count, int jobs, Observer observer) {
        requireTargets();
        return run(this::input, first, count, jobs, observer).stream()
                .map(ExploredRun::result)
                .toList();
    }

    /** The input of a seed: its scenario, in the order of these parts. */
    public RunInput input(long seed) {
        return new RunInput(seed, source.forSeed(seed), seed, parts.order(seed).toString(), parts.decisions());
    }

    /**
     * Runs other inputs than those of the seeds.
     *
     * @param inputs the input of each number
     * @param first first number
     * @param count how many, counted up
     * @param jobs how many at once
     * @param observer receives every run, in the order of their numbers
     * @return the failures, by number; at most so many as end the exploration. Each was made twice, equally
     * @throws NondeterministicRunException when a failing run was another one when it was repeated
     */
    public List<ExploredRun> run(RunInputs inputs, long first, long count, int jobs, Observer observer) {
        Scenario shared = source.shared();
        int workers = (int) Math.max(1, Math.min(jobs, count));
        SeedQueue queue = new SeedQueue(first, count, stopAfter, observer);
        ClusterBlueprint blueprint = shared == null ? null : ClusterBlueprint.of(shared, parts);
        ExecutorService threads = Executors.newFixedThreadPool(workers);
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (int i = 0; i < workers; i++) {
                ends.add(threads.submit(() -> queue.work(number -> run(blueprint, inputs, number))));
            }
            for (Future<?> end : ends) {
                end.get();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException failure) {
            Throwable cause = Objects.requireNonNull(failure.getCause());
            if (cause instanceof RuntimeException known) {
                throw known; // also what the observer has thrown: the caller knows it by its type
            }
            throw new IllegalStateException(cause.getMessage(), cause);
        } finally {
            queue.close();
            threads.shutdown();
        }
        return queue.failures();
    }

    /**
     * Checks that faults aim at clients that there are: those of a misspelt name would never happen, and
     * the exploration would not show it.
     *
     * @throws IllegalArgumentException when the sampler aims at a user agent that sends no request
     */
    public void requireTargets() {
        FaultSampler sampler = source.sampler();
        Scenario scenario = source.shared();
        if (scenario == null || sampler == null || ComponentNames.actors().containsAll(sampler.actors())) {
            return;
        }
        Set<String> senders = new TreeSet<>(ComponentNames.actors());
        TraceSink collector = entry -> {
            if (entry.record() instanceof RequestTrace request) {
                senders.add(request.call().userAgent());
            }
        };
        ScenarioRun.of(scenario.withFaults(FaultPlan.NONE), 1, parts, Judges.DEFAULT, List.of(collector));
        for (String actor : sampler.actors()) {
            if (!senders.contains(actor)) {
                throw new IllegalArgumentException("faults aim at '" + actor + "', which sends no request in this"
                        + " scenario without faults: " + Suggestion.question(actor, senders)
                        + "name the user agent of a controller's client");
            }
        }
    }

    /** A failure that does not repeat itself is no finding about Kubernetes or the user's controller, but a leak. */
    private void requireSameAgain(RunInput input, RunResult failure) {
        ClusterParts same = input.in(parts);
        ReproducibleRun subject =
                records -> ScenarioRun.of(failure.scenario(), failure.seed(), same, invariants, List.of(records));
        RunResult again = ScenarioRun.of(failure.scenario(), failure.seed(), same, invariants, List.of());
        if (!again.fingerprint().equals(failure.fingerprint())) {
            throw new NondeterministicRunException(failure.seed(), DeterminismDiagnosis.twice(subject));
        }
    }

    private ExploredRun run(@Nullable ClusterBlueprint shared, RunInputs inputs, long number) {
        try {
            RunInput input = inputs.of(number);
            ClusterBlueprint blueprint =
                    shared == null ? ClusterBlueprint.of(input.scenario(), input.in(parts)) : inOrder(shared, input);
            ChoiceLog choices = choices(input, inputs.recordsOrder());
            CoverageRecorder coverage = KubernetesCoverage.recorder();
            StoredKinds kinds = new StoredKinds(input.scenario().cluster());
            RunResult result = ScenarioRun.of(
                    blueprint, input.scenario(), input.seed(), invariants, choices, List.of(coverage, kinds));
            if (!result.violations().isEmpty()) {
                requireSameAgain(input, result);
            }
            return new ExploredRun(
                    input,
                    result,
                    coverage.coverage(input.number()),
                    inputs.recordsOrder() && choices != null ? choices.choices() : List.of(),
                    kinds.storedOnly(),
                    kinds.notSimulated());
        } catch (NondeterministicRunException leak) {
            throw leak;
        } catch (RuntimeException | AssertionError failure) {
            throw new IllegalStateException("seed " + number + ": " + failure.getMessage(), failure);
        }
    }

    /** Null when nothing is decided or recorded: then no stream need be listened to. */
    private @Nullable ChoiceLog choices(RunInput input, boolean recordsOrder) {
        if (!recordsOrder && input.decisions().isEmpty()) {
            return null;
        }
        ChoiceLog choices = input.in(parts).choices();
        return recordsOrder ? choices.record(OrderPolicy.STREAM) : choices;
    }

    private static ClusterBlueprint inOrder(ClusterBlueprint shared, RunInput input) {
        return shared.withOrder(input.order(), input.decisions());
    }
}
