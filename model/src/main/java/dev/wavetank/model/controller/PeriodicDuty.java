package dev.wavetank.model.controller;

import dev.wavetank.sim.Event;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.component.Timer;

/**
 * The next turn of a controller's periodic task.
 *
 * <p>A turn that only checks whether there is work must not keep a run going; a turn with work must. So a turn is
 * planned with or without work, and may get work later without a change of its time.
 */
public final class PeriodicDuty {

    private final Context context;
    private final Event turn;
    private Timer timer;
    private long due;
    private boolean awaited;

    /** A task that is not planned yet. */
    public PeriodicDuty(Context context, Event turn) {
        this.context = context;
        this.turn = turn;
    }

    /**
     * Plans the next turn.
     *
     * @param delay from now, in nanoseconds
     * @param hasWork whether the run has to wait for it
     */
    public void plan(long delay, boolean hasWork) {
        due = context.now() + delay;
        awaited = hasWork;
        timer = hasWork ? context.after(delay, turn) : context.daemonAfter(delay, turn);
    }

    /** Reports work for the planned turn, if there is one: the run has to wait for it. */
    public void hasWork() {
        if (!awaited && timer != null && timer.cancel()) {
            plan(due - context.now(), true);
        }
    }
}
