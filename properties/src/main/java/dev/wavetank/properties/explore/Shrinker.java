package dev.wavetank.properties.explore;

import dev.wavetank.model.cluster.ClusterBlueprint;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.Trigger;
import dev.wavetank.sim.random.Choice;
import dev.wavetank.sim.random.ChoiceLog;
import dev.wavetank.sim.shrink.DecisionShrinking;
import dev.wavetank.sim.shrink.DeltaDebugging;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes a failing run easier to understand, as long as the same invariant is the first to break, with an object of the
 * same kind: first in, first out if that fails too; no fault that is not needed, and none at an odd time; no decision
 * about the order of events that need not differ from first in, first out; no command that is not needed, and no file
 * that only such commands name.
 *
 * <p>Every component draws from streams of its own, so leaving a fault out changes nothing that the fault did not
 * touch. The search is a function of the failure: it is limited by a number of runs, never by time.
 */
public final class Shrinker {

    /** The default number of runs for one failure. */
    public static final int MOST_RUNS = 1_000;

    private static final String FIFO = OrderPolicy.FIFO.toString();
    private static final List<Long> ROUND =
            List.of(VirtualTime.SECOND, 100 * VirtualTime.MILLISECOND, VirtualTime.MILLISECOND);

    private final String invariant;
    /** The kind of the object that broke it, such as {@code pod}. */
    private final String kind;

    private final Judges own;
    private final int budget;
    private final int commandsBefore;
    private final int faultsBefore;
    private final String orderBefore;
    private final Map<Attempt, Boolean> tested = new LinkedHashMap<>();
    private final ClusterBlueprint blueprint;
    private RunResult smallest;
    private ClusterParts parts;
    private int decisionsBefore;
    private int runs;

    /** The variable inputs of a run. */
    private record Attempt(List<Command> commands, List<FaultClause> faults, String order, List<Choice> decisions) {}

    private Shrinker(RunResult failure, ClusterParts parts, Judges own, int budget) {
        this.own = own;
        this.invariant = failure.violations().get(0).invariant();
        this.kind = kind(failure);
        this.commandsBefore = failure.scenario().timeline().size();
        this.budget = budget;
        this.smallest = failure;
        this.faultsBefore = failure.scenario().faults().size();
        this.orderBefore = parts.order(failure.seed()).toString();
        this.parts = parts.withOrder(orderBefore).withDecisions(parts.decisions());
        this.blueprint = ClusterBlueprint.of(failure.scenario(), this.parts);
    }

    private static String kind(RunResult failure) {
        return failure.violations().get(0).object().split("/", 2)[0];
    }

    /** Candidates differ in commands, faults, order and decisions only, so that all of them have the same cluster. */
    private ClusterBlueprint blueprintOf(ClusterParts with) {
        return blueprint.withOrder(with.order(), with.decisions());
    }

    /** Shrinks within {@link #MOST_RUNS}. */
    public static Shrunk shrink(RunResult failure, ClusterParts parts) {
        return shrink(failure, parts, MOST_RUNS);
    }

    /**
     * Shrinks a failure.
     *
     * @param failure a run that broke an invariant
     * @param parts of that run
     * @param budget greatest number of runs, at least 1
     */
    public static Shrunk shrink(RunResult failure, ClusterParts parts, int budget) {
        return new Shrinker(failure, parts, Judges.DEFAULT, budget).shrink();
    }

    /** Shrinks a failure of a run that invariants of the user's own judged too, within {@link #MOST_RUNS}. */
    public static Shrunk shrink(RunResult failure, ClusterParts parts, Judges own) {
        return new Shrinker(failure, parts, own, MOST_RUNS).shrink();
    }

    private Shrunk shrink() {
        Scenario whole = smallest.scenario();
        if (!isInOrder()) {
            keepIfFails(faults(), parts.withOrder(FIFO));
        }
        leaveOut();
        leaveCommandsOut();
        // Late, because another time changes what happens next: fewer faults and decisions are worth more.
        roundTimes();
        leaveOut();
        leaveFilesOut(whole);
        return new Shrunk(smallest, parts, commandsBefore, faultsBefore, orderBefore, decisionsBefore, runs, isSpent());
    }

    /** Until neither a fault nor a decision can be left out. */
    private void leaveOut() {
        int size;
        do {
            size = faults().size() + parts.decisions().size();
            leaveFaultsOut();
            leaveDecisionsOut();
        } while (faults().size() + parts.decisions().size() < size && !isSpent());
    }

    private void leaveCommandsOut() {
        List<Command> all = commands();
        if (all.size() > 1 && !isSpent()) {
            DeltaDebugging.minimize(all, rest -> rest.equals(all) || keepIfFails(rest, faults(), parts), budget);
        }
    }

    /** Last, because a cluster is made for its files. */
    private void leaveFilesOut(Scenario whole) {
        Scenario rest = UnusedFiles.without(whole, smallest.scenario());
        if (rest.files().size() < whole.files().size() && !isSpent()) {
            runs++;
            RunResult candidate = ScenarioRun.of(rest, smallest.seed(), parts, own, List.of());
            if (failsAlike(candidate)) {
                smallest = candidate;
            }
        }
    }

    private boolean failsAlike(RunResult candidate) {
        return candidate.violations().stream()
                .limit(1)
                .anyMatch(violation -> violation.invariant().equals(invariant)
                        && kind(candidate).equals(kind));
    }

    private void leaveFaultsOut() {
        List<FaultClause> all = faults();
        if (!all.isEmpty() && !isSpent()) {
            DeltaDebugging.minimize(all, rest -> rest.equals(all) || keepIfFails(rest, parts), budget);
        }
    }

    /** Rounds the times at which faults begin and end, if the run still fails. */
    private void roundTimes() {
        for (long unit : ROUND) {
            for (int i = 0; i < faults().size(); i++) {
                List<FaultClause> rounded = new ArrayList<>(faults());
                rounded.set(i, rounded(rounded.get(i), unit));
                if (!rounded.equals(faults())) {
                    keepIfFails(rounded, parts);
                }
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

    private void leaveDecisionsOut() {
        if (isInOrder() || isSpent()) {
            return;
        }
        if (decisionsBefore == 0) {
            nameDecisions();
        }
        List<Choice> all = parts.decisions();
        if (!all.isEmpty() && !isSpent()) {
            DecisionShrinking.minimize(all, rest -> rest.equals(all) || keepIfFailsWith(rest), budget);
        }
    }

    /**
     * Runs once more to learn which decisions differ from first in, first out. That they are taken changes
     * nothing.
     */
    private void nameDecisions() {
        runs++;
        ChoiceLog choices = parts.choices().record(OrderPolicy.STREAM);
        ScenarioRun.of(blueprintOf(parts), smallest.scenario(), smallest.seed(), own, choices);
        List<Choice> others =
                choices.choices().stream().filter(choice -> choice.value() != 0).toList();
        decisionsBefore = others.size();
        parts = parts.withDecisions(others);
    }

    /** Without any decision it is first in, first out. */
    private boolean keepIfFailsWith(List<Choice> decisions) {
        return keepIfFails(faults(), decisions.isEmpty() ? parts.withOrder(FIFO) : parts.withDecisions(decisions));
    }

    /**
     * Makes a run, and keeps it when it fails in the same way and is smaller than the smallest so far, or rounder.
     *
     * @return whether it fails in the same way
     */
    private boolean keepIfFails(List<FaultClause> faults, ClusterParts with) {
        return keepIfFails(commands(), faults, with);
    }

    private boolean keepIfFails(List<Command> commands, List<FaultClause> faults, ClusterParts with) {
        Attempt attempt = new Attempt(commands, faults, with.order(), with.decisions());
        Boolean known = tested.get(attempt);
        if (known != null || isSpent()) {
            return known != null && known;
        }
        runs++;
        Scenario scenario = smallest.scenario().withTimeline(commands).withFaults(new FaultPlan(faults));
        RunResult candidate = ScenarioRun.of(blueprintOf(with), scenario, smallest.seed(), own, List.of());
        boolean fails = failsAlike(candidate);
        tested.put(attempt, fails);
        if (fails && isSmaller(commands, faults, with)) {
            smallest = candidate;
            parts = with;
        }
        return fails;
    }

    private boolean isSmaller(List<Command> commands, List<FaultClause> faults, ClusterParts with) {
        return commands.size() < commands().size()
                || !faults.equals(faults())
                || with.decisions().size() < parts.decisions().size()
                || !isInOrder() && isFifo(with);
    }

    private List<Command> commands() {
        return smallest.scenario().timeline();
    }

    private List<FaultClause> faults() {
        return smallest.scenario().faults().clauses();
    }

    private boolean isInOrder() {
        return isFifo(parts);
    }

    private static boolean isFifo(ClusterParts parts) {
        return parts.order().equals(FIFO);
    }

    private boolean isSpent() {
        return runs >= budget;
    }
}
