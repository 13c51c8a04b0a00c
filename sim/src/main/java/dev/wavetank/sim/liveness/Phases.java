package dev.wavetank.sim.liveness;

import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.StopReason;
import dev.wavetank.sim.VirtualTime;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Takes a run through its phases: chaos until the last fault is over, heal, a bounded time to converge, and a
 * while of keeping what was reached.
 *
 * <p>A phase begins between two events, when everything that was due before has fired, and leaves a
 * {@link PhaseTrace.Begun} in the trace. Without chaos a run begins with {@link Phase#CONVERGE}.
 */
public final class Phases {

    /** The component that phase records come from. */
    private static final String NAME = "phases";

    /** For how long periodic tasks work before a quiescent system whose goal was not reached is looked at again. */
    private static final long PATIENCE = VirtualTime.SECOND;

    /** How often a system is looked at that may be still. */
    private static final long LOOK = 30 * VirtualTime.SECOND;

    private final Simulation simulation;
    private final Times times;
    private final Function<RunLimits, StopReason> runner;
    private @Nullable Phase phase;

    /**
     * When phases begin and end, in nanoseconds.
     *
     * @param heal virtual time at which the last fault is over and the last thing has been asked of the system
     * @param keep for how long the goal has to stay reached
     * @param horizon virtual time at which the run ends at the latest
     */
    public record Times(long heal, long keep, long horizon) {

        /** Checks the times. */
        public Times {
            if (heal < 0 || keep < 0 || horizon < 0) {
                throw new IllegalArgumentException("the times of phases must not be negative");
            }
        }
    }

    /**
     * Phases of a run that has not begun.
     *
     * @param runner runs the simulation on, within limits
     */
    public Phases(Simulation simulation, Times times, Function<RunLimits, StopReason> runner) {
        this.simulation = simulation;
        this.times = times;
        this.runner = runner;
    }

    /** The phase in which the run is, or ended; null before it begins. */
    public @Nullable Phase phase() {
        return phase;
    }

    /**
     * Runs through chaos and heal, and until the bound has passed. Ends early when the system is quiescent and has
     * reached its goal, for nothing would change any more, when it is still, and at the horizon.
     *
     * <p>The bound may grow while the run learns what is asked of the system, so it is looked at again when it is
     * reached.
     *
     * @return why the run stopped; {@link StopReason#TIME_LIMIT} at the bound or the horizon, or when it is still
     */
    public StopReason converge(Goal goal) {
        if (times.heal() > 0) {
            begin(Phase.CHAOS, times.heal());
            StopReason reason = runTo(times.heal(), goal);
            boolean healed = simulation.now() >= times.heal()
                    && (reason == StopReason.TIME_LIMIT || reason == StopReason.QUIESCENT);
            if (!healed) {
                return reason;
            }
            begin(Phase.HEAL, simulation.now());
        }
        simulation.beginFairTail();
        begin(Phase.CONVERGE, deadline(goal));
        StopReason reason;
        do {
            long end = Math.min(times.horizon(), deadline(goal));
            reason = runTo(Math.min(end, Math.addExact(simulation.now(), LOOK)), goal);
        } while (reason == StopReason.TIME_LIMIT && !isOver(goal));
        return reason;
    }

    /** A horizon before the bound is waited for: it cuts short what might have been reached. */
    private boolean isOver(Goal goal) {
        return simulation.now() >= Math.min(times.horizon(), deadline(goal)) || !isCutShort(goal) && goal.isStill();
    }

    /** Runs on in the same phase until that time, in nanoseconds. */
    public StopReason runOn(long until) {
        return runner.apply(RunLimits.until(until));
    }

    /** Runs on for as long as the goal has to stay reached, or to the horizon. */
    public StopReason keep() {
        return keepUntil(Math.min(times.horizon(), Math.addExact(simulation.now(), times.keep())));
    }

    /** Runs on to the horizon, because the system never comes to rest by itself. */
    public StopReason keepToHorizon() {
        return keepUntil(times.horizon());
    }

    private StopReason keepUntil(long until) {
        begin(Phase.KEEP, until);
        return runner.apply(RunLimits.until(until));
    }

    /** Virtual time by which the goal has to be reached, in nanoseconds: the heal and the bound. */
    public long deadline(Goal goal) {
        return Math.addExact(times.heal(), goal.bound().total());
    }

    /** Whether the horizon ends the run before the goal has to be reached. */
    public boolean isCutShort(Goal goal) {
        return times.horizon() < deadline(goal);
    }

    /**
     * A quiescent system whose goal is not reached may still be woken by one of its periodic tasks, and where it has
     * none, time passes all the same. So it is looked at again every now and then.
     */
    private StopReason runTo(long instant, Goal goal) {
        long until = Math.min(times.horizon(), instant);
        while (true) {
            StopReason reason = runner.apply(new RunLimits(until, Long.MAX_VALUE, true));
            if (reason != StopReason.QUIESCENT || goal.isReached()) {
                return reason;
            }
            long pause = until - simulation.now() > PATIENCE ? simulation.now() + PATIENCE : until;
            reason = runner.apply(RunLimits.until(pause));
            if (reason == StopReason.QUIESCENT) {
                runner.apply(RunLimits.until(until));
                return StopReason.TIME_LIMIT;
            }
            if (reason != StopReason.TIME_LIMIT || pause == until) {
                return reason;
            }
        }
    }

    private void begin(Phase next, long until) {
        phase = next;
        simulation.trace().beginEvent(0);
        simulation.trace(NAME, new PhaseTrace.Begun(next, until));
        simulation.trace().beginEvent(0);
    }
}
