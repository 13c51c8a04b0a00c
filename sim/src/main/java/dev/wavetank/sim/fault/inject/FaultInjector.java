package dev.wavetank.sim.fault.inject;

import dev.wavetank.sim.EventClass;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.Trigger;
import dev.wavetank.sim.fault.inject.FaultOutcome.State;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Applies a fault plan: opens every clause when its time has come, and closes it again.
 *
 * <p>A clause that waits for an anchor listens to the trace. The anchor's record only schedules the opening, as an
 * event of its own, so that no fault begins in the middle of another event. While it waits, its disarming is pending:
 * a run is not quiescent as long as a fault may still open. A plan without such clauses has no listener.
 */
public final class FaultInjector {

    private static final String NAME = "faults";

    private final Simulation simulation;
    private final List<FaultHandler> handlers;
    private final ArmedTriggers armed = new ArmedTriggers();
    private final List<FaultClause> unmatched = new ArrayList<>();
    private final List<FaultOutcome> outcomes = new ArrayList<>();
    private int anchors;

    /** The handlers in order; the first that knows the kind of a fault applies it. */
    public FaultInjector(Simulation simulation, List<FaultHandler> handlers) {
        this.simulation = simulation;
        this.handlers = List.copyOf(handlers);
    }

    /** Schedules the whole plan. To be called once, before the run. */
    public void inject(FaultPlan plan) {
        for (FaultClause clause : plan.clauses()) {
            int number = outcomes.size();
            outcomes.add(new FaultOutcome(clause, State.NOT_REACHED, 0));
            if (clause.trigger() instanceof Trigger.At at) {
                long closes = at.time() + clause.duration();
                simulation.schedule(at.time() - simulation.now(), EventClass.FAULT, () -> open(number, closes));
            } else if (clause.trigger() instanceof Trigger.After after) {
                arm(number, clause, after);
            }
        }
        if (anchors > 0) {
            simulation.trace().addSink(this::listen);
        }
    }

    /** Which anchors have been found so far. */
    public Anchors anchors() {
        List<FaultClause> waiting = new ArrayList<>(unmatched);
        armed.waiting().forEach(trigger -> waiting.add(trigger.clause()));
        return new Anchors(anchors, waiting);
    }

    /** What has become of each fault so far, in the order of the plan. */
    public List<FaultOutcome> outcomes() {
        return List.copyOf(outcomes);
    }

    private void note(int number, State state, long hits) {
        outcomes.set(number, new FaultOutcome(outcomes.get(number).clause(), state, hits));
    }

    private void arm(int number, FaultClause clause, Trigger.After after) {
        anchors++;
        long left = Math.max(0, after.until() - simulation.now());
        long disarming = simulation.schedule(left, EventClass.FAULT, () -> disarm(number));
        armed.add(new ArmedTrigger(number, clause, after, disarming));
    }

    private void disarm(int number) {
        FaultClause clause = armed.remove(number).clause();
        unmatched.add(clause);
        note(number, State.NEVER_OPENED, 0);
        simulation.trace(NAME, new FaultTrace.Missed(clause, FaultTrace.Missed.Reason.NOT_TRIGGERED));
    }

    private void listen(TraceEntry entry) {
        for (ArmedTrigger trigger : armed.setOffBy(entry)) {
            simulation.cancel(trigger.disarming());
            long delay = trigger.trigger().delay();
            long closes = simulation.now() + delay + trigger.clause().duration();
            simulation.schedule(delay, EventClass.FAULT, () -> open(trigger.number(), closes));
        }
    }

    private void open(int number, long closes) {
        if (simulation.isBranched()) {
            note(number, State.NEVER_OPENED, 0);
            return;
        }
        Fault fault = outcomes.get(number).clause().fault();
        note(number, State.OPEN_AT_THE_END, 0);
        simulation.trace(NAME, new FaultTrace.Opened(fault));
        for (FaultHandler handler : handlers) {
            Optional<OpenFault> open = handler.open(fault);
            if (open.isPresent()) {
                // The order policy may open it late; it heals when the plan says so all the same.
                long left = Math.max(0, closes - simulation.now());
                simulation.schedule(left, EventClass.FAULT, () -> close(number, open.get()));
                return;
            }
        }
        throw new IllegalArgumentException("no handler applies faults of kind " + fault.kind());
    }

    private void close(int number, OpenFault open) {
        FaultClause clause = outcomes.get(number).clause();
        simulation.trace(NAME, new FaultTrace.Closed(clause.fault()));
        long hits = open.close();
        note(number, hits == 0 ? State.HIT_NOTHING : State.HIT, hits);
        if (hits == 0) {
            simulation.trace(NAME, new FaultTrace.Missed(clause, FaultTrace.Missed.Reason.HIT_NOTHING));
        }
    }
}
