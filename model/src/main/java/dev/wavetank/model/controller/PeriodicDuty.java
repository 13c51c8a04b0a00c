package dev.wavetank.model.controller;

import dev.wavetank.sim.Event;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.component.Timer;

/**
 * The next turn of something that a controller does every so often.
 *
 * <p>A turn that only looks whether there is something to do must not keep a run from its end; one that has something
 * to do must. So a turn is planned as the one or the other, and may become the other while it is waited for, without
 * coming at another time.
 */
public final class PeriodicDuty {

    private final Context context;
    private final Event turn;
    private Timer timer;
    private long due;
    private boolean awaited;

    /** A duty that is not planned yet. */
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

    /** There is work for the turn that is planned, if one is: the run has to wait for it. */
    public void hasWork() {
        if (!awaited && timer != null && timer.cancel()) {
            plan(due - context.now(), true);
        }
    }
}
