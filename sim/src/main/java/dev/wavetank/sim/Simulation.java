package dev.wavetank.sim;

import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.random.RandomStreams;
import dev.wavetank.sim.trace.Trace;
import dev.wavetank.sim.trace.TraceRecord;

/**
 * One run: the virtual clock, the event list and the loop that fires events in order.
 *
 * <p>Next-event advance: the clock jumps to the due time of the next event. Everything that happens is a function
 * of the seed, the order policy and what was scheduled.
 */
public final class Simulation {

    private final RandomStreams random;
    private final Trace trace;
    private final EventList events = new EventList();
    private final long window;
    private final RandomStream tieBreaks;

    private long now;
    private long scheduled;
    private long fired;
    private StopReason requestedStop;

    /**
     * A run that has not begun.
     *
     * @param seed decides every draw of every random stream
     * @param order how simultaneous events are ordered
     * @param trace where records of what happens go
     */
    public Simulation(long seed, OrderPolicy order, Trace trace) {
        this.random = new RandomStreams(seed);
        this.trace = trace;
        this.window = order instanceof OrderPolicy.Shuffle shuffle ? shuffle.window() : 0;
        this.tieBreaks = random.stream("kernel/order");
    }

    /** The current instant, in nanoseconds since the start of the run. */
    public long now() {
        return now;
    }

    /** The random streams of this run. */
    public RandomStreams random() {
        return random;
    }

    /** The trace of this run. */
    public Trace trace() {
        return trace;
    }

    /** How many events have fired so far. */
    public long firedEvents() {
        return fired;
    }

    /** Whether only daemon events are pending. */
    public boolean isQuiescent() {
        return events.pending(EventClass.WORK) == 0
                && events.pending(EventClass.FAULT) == 0
                && events.pending(EventClass.CHECK) == 0;
    }

    /**
     * Schedules an event that nothing can take back but {@link #cancel}.
     *
     * @param delay nanoseconds from now, not negative
     * @return a handle for {@link #cancel}, never 0
     */
    public long schedule(long delay, EventClass eventClass, Event event) {
        return schedule(delay, eventClass, null, event);
    }

    /**
     * Schedules an event on behalf of an owner, who can die: see {@link #cancelAllOf}.
     *
     * @param delay nanoseconds from now, not negative
     * @param owner whose event it is, by identity, or null
     * @return a handle for {@link #cancel}, never 0
     */
    public long schedule(long delay, EventClass eventClass, Object owner, Event event) {
        if (delay < 0) {
            throw new IllegalArgumentException("cannot schedule an event " + -delay + " ns in the past");
        }
        long due = now + delay;
        // The last instant stands for "nothing pending" in the run loop.
        if (due < 0 || due == Long.MAX_VALUE) {
            throw new IllegalArgumentException("the event would be due after the end of virtual time");
        }
        long order = scheduled++;
        if (window == 0) {
            return events.add(due, order, due, eventClass, owner, trace.cause(), event);
        }
        long key = due - due % window;
        return events.add(key, tieBreaks.nextLong() >>> 1, due, eventClass, owner, trace.cause(), event);
    }

    /** Takes an event back. Answers whether it was still pending; a fired or cancelled event is left alone. */
    public boolean cancel(long handle) {
        return events.cancel(handle);
    }

    /** Cancels every pending event of an owner. */
    public void cancelAllOf(Object owner) {
        events.cancelAllOf(owner);
    }

    /** Writes a record into the trace, at the current instant. */
    public void trace(String component, TraceRecord record) {
        trace.record(now, component, record);
    }

    /** Ends the run after the event that is firing now. The first reason given counts. */
    public void stop(StopReason reason) {
        if (requestedStop == null) {
            requestedStop = reason;
        }
    }

    /**
     * Fires events until something ends the run. Can be called again to go on.
     *
     * @return why it ended
     */
    public StopReason run(RunLimits limits) {
        requestedStop = null;
        long lastEvent = limits.events() > Long.MAX_VALUE - fired ? Long.MAX_VALUE : fired + limits.events();
        while (requestedStop == null) {
            if (limits.stopWhenQuiescent() && isQuiescent()) {
                return StopReason.QUIESCENT;
            }
            long due = events.nextDue();
            if (due > limits.until() || due == Long.MAX_VALUE) {
                now = limits.until() == Long.MAX_VALUE ? now : Math.max(now, limits.until());
                return due == Long.MAX_VALUE ? StopReason.QUIESCENT : StopReason.TIME_LIMIT;
            }
            if (fired == lastEvent) {
                return StopReason.EVENT_LIMIT;
            }
            fireNext();
        }
        return requestedStop;
    }

    private void fireNext() {
        events.take();
        now = Math.max(now, events.takenDue());
        fired++;
        trace.beginEvent(events.takenCause());
        events.takenEvent().fire();
    }
}
