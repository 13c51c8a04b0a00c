package dev.wavetank.properties.explore;

import dev.wavetank.model.cluster.ClusterBlueprint;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.trace.PanicTrace;
import dev.wavetank.model.yaml.ManifestException;
import dev.wavetank.properties.invariant.NoPanic;
import dev.wavetank.properties.invariant.Violation;
import dev.wavetank.sim.random.Choice;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/**
 * Makes the runs of a search for a smaller failure, and counts them.
 *
 * <p>With several jobs, runs that were announced begin before they are asked for. What comes of the search does not
 * depend on that: a run counts when it is asked for, and the others are thrown away.
 */
final class Trials implements AutoCloseable {

    private static final String PANIC = new NoPanic().name();
    /** In the message when no part of the user's has thrown: such a part may, when what it needs was left out. */
    private static final String OURS = ", at dev.wavetank.";

    private final FailureKind kind;
    private final long seed;
    private final ClusterParts parts;
    private final Judges judges;
    private final Shrinker.Limits limits;
    private final int jobs;
    private final Optional<ExecutorService> threads;
    private final Map<Attempt, Boolean> tested = new LinkedHashMap<>();
    private final Map<Attempt, Future<Outcome>> early = new LinkedHashMap<>();
    private final Deque<Attempt> announced = new ArrayDeque<>();
    private volatile Shared shared;
    private int runs;
    private long events;
    private int phaseRuns;
    private long phaseEvents;
    private boolean isCut;
    private TrialErrors errors = TrialErrors.NONE;

    /** The variable inputs of a run. */
    record Attempt(Scenario scenario, String order, List<Choice> decisions) {

        Attempt with(Scenario other) {
            return new Attempt(other, order, decisions);
        }
    }

    /**
     * What came of a run.
     *
     * @param result empty when there can be no such run
     * @param thrown the exception that should not have been; empty when there was none
     */
    private record Outcome(Optional<RunResult> result, Optional<PanicTrace> thrown) {}

    /** The cluster that most attempts have. */
    private record Shared(Scenario scenario, ClusterBlueprint blueprint) {

        boolean fits(Scenario other) {
            return other.cluster().equals(scenario.cluster()) && other.files().equals(scenario.files());
        }
    }

    Trials(RunResult failure, ClusterParts parts, Judges judges, Shrinker.Limits limits, int jobs) {
        this.kind = FailureKind.of(failure);
        this.seed = failure.seed();
        this.parts = parts;
        this.judges = judges;
        this.limits = limits;
        this.jobs = jobs;
        this.threads = jobs > 1 ? Optional.of(Executors.newFixedThreadPool(jobs)) : Optional.empty();
        this.shared = new Shared(failure.scenario(), ClusterBlueprint.of(failure.scenario(), parts));
    }

    /** The parts of the cluster of an attempt. */
    ClusterParts partsOf(Attempt attempt) {
        return parts.withOrder(attempt.order()).withDecisions(attempt.decisions());
    }

    /** What the runs so far took. */
    SearchEffort effort() {
        return new SearchEffort(runs, isSpent(), errors);
    }

    /** Begins a phase, which may take half of what is left. */
    void beginPhase() {
        int runsLeft = limits.runs() - runs;
        phaseRuns = runs + runsLeft - runsLeft / 2;
        long eventsLeft = limits.events() - events;
        phaseEvents = events + eventsLeft - eventsLeft / 2;
    }

    /** Whether a run is left for the phase; if not, it is cut. */
    boolean mayRun() {
        boolean isLeft = runs < phaseRuns && events < phaseEvents;
        isCut |= !isLeft;
        return isLeft;
    }

    /** Begins to note whether a phase could not make all the runs that it asked for. */
    void beginRound() {
        isCut = false;
    }

    /** Whether that was so since the round began. */
    boolean isCut() {
        return isCut;
    }

    /** Whether no run is left for any phase. */
    boolean isSpent() {
        return runs >= limits.runs() || events >= limits.events();
    }

    /** Says that the next attempts mostly have the cluster and the files of this scenario. */
    void expectClusterOf(Scenario scenario) {
        if (!shared.fits(scenario)) {
            shared = new Shared(scenario, ClusterBlueprint.of(scenario, parts));
        }
    }

    /** Whether it was tested before, and failed. Empty when it was not tested. */
    Optional<Boolean> known(Attempt attempt) {
        return Optional.ofNullable(tested.get(attempt));
    }

    /** Announces attempts in the order in which they will be asked for; earlier announcements are void. */
    void expect(List<Attempt> next) {
        announced.clear();
        early.values().forEach(run -> run.cancel(false));
        early.clear();
        if (threads.isPresent()) {
            next.stream().filter(attempt -> !tested.containsKey(attempt)).forEach(announced::add);
            begin();
        }
    }

    private void begin() {
        while (early.size() < jobs && !announced.isEmpty()) {
            Attempt next = announced.poll();
            early.computeIfAbsent(next, missing -> threads.orElseThrow().submit(() -> run(missing)));
        }
    }

    /**
     * Makes a run that was not {@linkplain #known tested} before.
     *
     * @return the run, when it fails in the same way; empty when it does not, or no run is left
     */
    Optional<RunResult> failing(Attempt attempt) {
        if (!mayRun()) {
            return Optional.empty();
        }
        Outcome outcome = outcome(attempt);
        runs++;
        events += outcome.result().map(RunResult::events).orElse(0L);
        Optional<RunResult> failing = outcome.result().filter(kind::isThatOf);
        outcome.thrown().map(Trials::text).or(() -> panic(outcome)).ifPresent(thrown -> errors = errors.and(thrown));
        tested.put(attempt, failing.isPresent());
        return failing;
    }

    /** What a component threw in a run, unless that is the failure itself. */
    private Optional<String> panic(Outcome outcome) {
        return outcome.result()
                .filter(run -> !kind.isThatOf(run))
                .flatMap(run -> run.violations().stream()
                        .filter(violation -> violation.invariant().equals(PANIC)
                                && violation.message().contains(OURS))
                        .findFirst())
                .map(Violation::message);
    }

    private static String text(PanicTrace thrown) {
        return thrown.thrown() + (thrown.place().isEmpty() ? "" : ", at " + thrown.place());
    }

    private Outcome outcome(Attempt attempt) {
        Future<Outcome> begun = early.remove(attempt);
        announced.remove(attempt);
        if (threads.isPresent()) {
            begin();
        }
        try {
            return begun == null ? run(attempt) : begun.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return run(attempt);
        } catch (ExecutionException failure) {
            throw new IllegalStateException(failure.getCause());
        }
    }

    /** Makes one more run that the search needs, whatever comes of it. */
    <T> T counted(Supplier<T> run) {
        runs++;
        return run.get();
    }

    /** The blueprint of an attempt's cluster. */
    ClusterBlueprint blueprintFor(Attempt attempt) {
        Shared now = shared;
        return now.fits(attempt.scenario())
                ? now.blueprint().withOrder(attempt.order(), attempt.decisions())
                : ClusterBlueprint.of(attempt.scenario(), partsOf(attempt));
    }

    /** Without what it needs, such as the file of a setting, there is no cluster. */
    private Outcome run(Attempt attempt) {
        try {
            RunResult result = ScenarioRun.of(blueprintFor(attempt), attempt.scenario(), seed, judges, List.of());
            return new Outcome(Optional.of(result), Optional.empty());
        } catch (IllegalArgumentException | ManifestException impossible) {
            return new Outcome(Optional.empty(), Optional.empty());
        } catch (RuntimeException | AssertionError | StackOverflowError defect) {
            return new Outcome(Optional.empty(), Optional.of(PanicTrace.of("a run", defect)));
        }
    }

    @Override
    public void close() {
        threads.ifPresent(ExecutorService::shutdownNow);
    }
}
