package dev.wavetank.properties.explore;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.properties.explore.Trials.Attempt;
import dev.wavetank.properties.shrink.ClusterItem;
import dev.wavetank.properties.shrink.Manifests;
import dev.wavetank.properties.shrink.Place;
import dev.wavetank.properties.shrink.Size;
import dev.wavetank.properties.shrink.UnusedFiles;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.Trigger;
import dev.wavetank.sim.random.Choice;
import dev.wavetank.sim.random.ChoiceLog;
import dev.wavetank.sim.shrink.DecisionShrinking;
import dev.wavetank.sim.shrink.DeltaDebugging;
import dev.wavetank.sim.shrink.FailurePredicate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/**
 * Makes a failing run easier to understand, as long as it {@linkplain FailureKind fails in the same way}: first in,
 * first out if that fails too; no fault that is not needed, and none at an odd time; no decision about the order of
 * events that need not differ from first in, first out; no command that is not needed, and no document, field or file
 * that those that are left do without; small workloads; a small cluster.
 *
 * <p>Every component draws from streams of its own, so leaving a fault out changes nothing that the fault did not
 * touch. The search is a function of the failure, whatever the number of jobs: it is limited by numbers of runs and of
 * their events, never by real time.
 */
public final class Shrinker {

    /** The default limits. So many events take about half a minute of one core. */
    public static final Limits LIMITS = new Limits(1_000, 10_000_000);

    private static final String FIFO = OrderPolicy.FIFO.toString();

    /** Sizes below it are all tried. */
    private static final long SMALL = 4;

    private static final List<Long> ROUND =
            List.of(VirtualTime.SECOND, 100 * VirtualTime.MILLISECOND, VirtualTime.MILLISECOND);

    private final Judges judges;
    private final Limits limits;
    private final Trials trials;
    private final Scenario whole;
    private final String orderBefore;
    private RunResult smallest;
    private Attempt best;
    private int decisionsBefore;

    /**
     * How long a search goes on. Each of its phases may take half of what is left, and those that were cut short get
     * another turn at the end.
     *
     * @param runs greatest number of runs, at least 1
     * @param events no further run is made after so many events of runs
     */
    public record Limits(int runs, long events) {

        /** Checks the numbers. */
        public Limits {
            if (runs < 1 || events < 1) {
                throw new IllegalArgumentException(
                        "shrinking takes at least one run and one event, was " + runs + " and " + events);
            }
        }
    }

    private Shrinker(RunResult failure, ClusterParts parts, Judges judges, Limits limits, Trials trials) {
        this.judges = judges;
        this.limits = limits;
        this.smallest = failure;
        this.whole = failure.scenario();
        this.orderBefore = parts.order(failure.seed()).toString();
        this.best = new Attempt(whole, orderBefore, parts.decisions());
        this.trials = trials;
    }

    /** Shrinks a failure within the default {@link #LIMITS}, on one core. */
    public static Shrunk shrink(RunResult failure, ClusterParts parts) {
        return shrink(failure, parts, Judges.DEFAULT, LIMITS, 1);
    }

    /** Shrinks a failure of a run that was judged so, within the default {@link #LIMITS}, on one core. */
    public static Shrunk shrink(RunResult failure, ClusterParts parts, Judges judges) {
        return shrink(failure, parts, judges, LIMITS, 1);
    }

    /**
     * Shrinks a failure.
     *
     * @param failure a run that broke an invariant
     * @param parts of that run
     * @param judges what the run was judged by
     * @param limits when the search ends at the latest
     * @param jobs how many runs are made at the same time
     */
    public static Shrunk shrink(RunResult failure, ClusterParts parts, Judges judges, Limits limits, int jobs) {
        try (Trials trials = new Trials(failure, parts, judges, limits, jobs)) {
            return new Shrinker(failure, parts, judges, limits, trials).shrink();
        }
    }

    /**
     * What takes much with it comes first. Fields of manifests and times take many runs and seldom make anything else
     * superfluous, so that they come once.
     */
    private Shrunk shrink() {
        List<Runnable> large = List.of(
                this::putInOrder,
                this::leaveOut,
                this::leaveCommandsOut,
                this::leaveDocumentsOut,
                this::makeWorkloadsSmaller,
                this::makeClusterSmaller);
        do {
            trials.beginRound();
            untilNothingChanges(large);
            inTurn(List.of(this::leaveFieldsOut, this::roundTimes));
            untilNothingChanges(large);
            inTurn(List.of(this::leaveFilesOut));
        } while (trials.isCut() && !trials.isSpent());
        leaveMissedDecisionsOut();
        return new Shrunk(smallest, trials.partsOf(best), whole, orderBefore, decisionsBefore, trials.effort());
    }

    private void untilNothingChanges(List<Runnable> phases) {
        Attempt before;
        do {
            before = best;
            inTurn(phases);
        } while (!best.equals(before) && !trials.isSpent());
    }

    private void inTurn(List<Runnable> phases) {
        for (Runnable phase : phases) {
            trials.beginPhase();
            phase.run();
        }
    }

    private void putInOrder() {
        if (!isInOrder()) {
            keepIfFails(new Attempt(scenario(), FIFO, List.of()));
        }
    }

    /** Until neither a fault nor a decision can be left out. */
    private void leaveOut() {
        int size;
        do {
            size = faults().size() + best.decisions().size();
            Scenario base = scenario();
            minimize(faults(), rest -> best.with(base.withFaults(new FaultPlan(rest))));
            leaveDecisionsOut();
        } while (faults().size() + best.decisions().size() < size);
    }

    private void leaveCommandsOut() {
        Scenario base = scenario();
        if (base.timeline().size() > 1) {
            minimize(base.timeline(), rest -> best.with(base.withTimeline(rest)));
        }
    }

    private void leaveDocumentsOut() {
        leavePlacesOut(Manifests.of(scenario()), Manifests.of(scenario()).documents());
    }

    /** From the outermost fields to the innermost, so that a field goes with all that is in it. */
    private void leaveFieldsOut() {
        for (int depth = 1; depth <= Manifests.of(scenario()).depth(); depth++) {
            Manifests manifests = Manifests.of(scenario());
            leavePlacesOut(manifests, manifests.fields(depth));
        }
    }

    private void leavePlacesOut(Manifests manifests, List<Place> places) {
        minimize(places, rest -> {
            List<Place> others = new ArrayList<>(places);
            others.removeAll(rest);
            return best.with(manifests.without(others));
        });
    }

    private void makeWorkloadsSmaller() {
        Scenario base = scenario();
        List<Long> sizes = Size.all(base).stream().map(Size::value).toList();
        if (sizes.stream().allMatch(size -> size <= 1)) {
            return;
        }
        List<Long> least = sizes.stream().map(size -> Math.min(size, 1)).toList();
        if (sizes.size() > 1 && keepIfFails(best.with(Size.resized(base, least)))) {
            return;
        }
        for (int i = 0; i < sizes.size(); i++) {
            int place = i;
            makeSmaller(sizes.get(i), size -> {
                List<Long> others = new ArrayList<>(
                        Size.all(scenario()).stream().map(Size::value).toList());
                others.set(place, size);
                return Optional.of(best.with(Size.resized(scenario(), others)));
            });
        }
    }

    /** Tries the smallest numbers, then halves what is between a number that passes and one that fails. */
    private void makeSmaller(long size, LongFunction<Optional<Attempt>> attempt) {
        long passes = 0;
        trials.expect(LongStream.range(1, Math.min(size, SMALL))
                .mapToObj(attempt)
                .flatMap(Optional::stream)
                .toList());
        for (long tried = 1; tried < Math.min(size, SMALL); tried++) {
            if (attempt.apply(tried).filter(this::keepIfFails).isPresent()) {
                return;
            }
            passes = tried;
        }
        long fails = size;
        while (fails - passes > 1) {
            long middle = (passes + fails) / 2;
            if (attempt.apply(middle).filter(this::keepIfFails).isPresent()) {
                fails = middle;
            } else {
                passes = middle;
            }
        }
    }

    private void makeClusterSmaller() {
        Scenario base = scenario();
        List<ClusterItem> items = ClusterItem.all(base.cluster());
        minimize(items, rest -> best.with(base.withCluster(ClusterItem.only(base.cluster(), rest))));
        ClusterSpec cluster = scenario().cluster();
        makeSmaller(cluster.nodes(), nodes -> resized((int) nodes));
    }

    /** Empty when a fault is aimed at a node that is gone then. */
    private Optional<Attempt> resized(int nodes) {
        try {
            return Optional.of(
                    best.with(scenario().withCluster(scenario().cluster().withNodes(nodes))));
        } catch (IllegalArgumentException missing) {
            return Optional.empty();
        }
    }

    /** Rounds the times of faults and commands, if the run still fails. */
    private void roundTimes() {
        for (long unit : ROUND) {
            for (int i = 0; i < faults().size(); i++) {
                List<FaultClause> rounded = new ArrayList<>(faults());
                rounded.set(i, rounded(rounded.get(i), unit));
                keepIfFails(best.with(scenario().withFaults(new FaultPlan(rounded))));
            }
            for (int i = 0; i < scenario().timeline().size(); i++) {
                List<Command> rounded = new ArrayList<>(scenario().timeline());
                Command command = rounded.get(i);
                rounded.set(i, new Command(command.at() - command.at() % unit, command.arguments()));
                keepIfFails(best.with(scenario().withTimeline(rounded)));
            }
        }
    }

    private static FaultClause rounded(FaultClause clause, long unit) {
        long duration = clause.duration() < unit ? clause.duration() : clause.duration() - clause.duration() % unit;
        Trigger trigger = clause.trigger() instanceof Trigger.At at
                ? new Trigger.At(at.time() - at.time() % unit)
                : clause.trigger();
        return new FaultClause(trigger, duration, clause.fault());
    }

    private void leaveFilesOut() {
        keepIfFails(best.with(UnusedFiles.without(whole, scenario())));
    }

    private void leaveDecisionsOut() {
        if (isInOrder()) {
            return;
        }
        if (decisionsBefore == 0 && trials.mayRun()) {
            nameDecisions();
        }
        if (!best.decisions().isEmpty()) {
            Scenario base = scenario();
            DecisionShrinking.minimize(
                    best.decisions(),
                    // Without any decision it is first in, first out.
                    test(best.decisions(), rest -> new Attempt(base, rest.isEmpty() ? FIFO : best.order(), rest)),
                    limits.runs());
        }
    }

    /** Leaves out what the smallest run did not come to, because other things were made smaller later. */
    private void leaveMissedDecisionsOut() {
        if (!smallest.missedDecisions().isEmpty()) {
            List<Choice> met = new ArrayList<>(best.decisions());
            met.removeAll(smallest.missedDecisions());
            best = new Attempt(scenario(), best.order(), met);
            smallest = ScenarioRun.of(scenario(), smallest.seed(), trials.partsOf(best), judges, List.of());
        }
    }

    /**
     * Runs once more to learn which decisions differ from first in, first out. That they are taken changes
     * nothing.
     */
    private void nameDecisions() {
        ChoiceLog choices = trials.partsOf(best).choices().record(OrderPolicy.STREAM);
        trials.counted(() -> ScenarioRun.of(trials.blueprintFor(best), scenario(), smallest.seed(), judges, choices));
        List<Choice> others =
                choices.choices().stream().filter(choice -> choice.value() != 0).toList();
        decisionsBefore = others.size();
        best = new Attempt(scenario(), best.order(), others);
    }

    /** Leaves parts out as long as the attempt with the others fails. */
    private <T> void minimize(List<T> parts, Function<List<T>, Attempt> attempt) {
        if (!parts.isEmpty()) {
            DeltaDebugging.minimize(parts, test(parts, attempt), limits.runs());
        }
    }

    private <T> FailurePredicate<T> test(List<T> all, Function<List<T>, Attempt> attempt) {
        return new FailurePredicate<>() {
            @Override
            public boolean fails(List<T> rest) {
                return rest.equals(all)
                        || attempted(rest).filter(Shrinker.this::keepIfFails).isPresent();
            }

            @Override
            public void expect(List<List<T>> next) {
                trials.expect(next.stream()
                        .map(this::attempted)
                        .flatMap(Optional::stream)
                        .toList());
            }

            /** Empty when what is left out was needed, such as a pool with a node at which a fault aims. */
            private Optional<Attempt> attempted(List<T> rest) {
                try {
                    return Optional.of(attempt.apply(rest));
                } catch (IllegalArgumentException missing) {
                    return Optional.empty();
                }
            }
        };
    }

    /**
     * Makes a run, and keeps it when it fails in the same way with no more decisions than the smallest so far.
     *
     * @return whether it fails in the same way
     */
    private boolean keepIfFails(Attempt attempt) {
        if (attempt.equals(best)) {
            return true;
        }
        Optional<Boolean> known = trials.known(attempt);
        if (known.isPresent()) {
            return known.get();
        }
        Optional<RunResult> failing = trials.failing(attempt);
        boolean isSmaller = attempt.decisions().size() < best.decisions().size()
                || attempt.decisions().equals(best.decisions());
        if (failing.isPresent() && isSmaller) {
            smallest = failing.get();
            best = attempt;
            trials.expectClusterOf(best.scenario());
        }
        return failing.isPresent();
    }

    private Scenario scenario() {
        return best.scenario();
    }

    private List<FaultClause> faults() {
        return scenario().faults().clauses();
    }

    private boolean isInOrder() {
        return best.order().equals(FIFO);
    }
}
