package dev.wavetank.sim;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The processor on which the events of one component run, one after the other.
 *
 * <p>As long as nothing disturbs it, running an event takes no virtual time. While it is paused, or busy
 * because every event costs time, events that are due wait in order. It survives the crashes of its component,
 * as a machine survives those of a process. Under {@link OrderPolicy.RandomWalk} and {@link OrderPolicy.Pct} it
 * is processors that compete.
 */
public final class Processor implements EventOwner {

    private final String name;
    /** Slots of the event list whose events are due and wait, first come, first served. */
    final Queue<Integer> waiting = new ArrayDeque<>(0);

    int pauses;
    long eventCost;
    long busyUntil;
    /** When the event that it is busy with began. */
    long busySince;

    boolean wakeScheduled;
    /** The handle of the event that wakes it, while {@link #wakeScheduled}. */
    long wake;

    /** Rank under PCT; the highest goes first. */
    long priority;

    boolean hasPriority;
    /** In which decision of a random walk it was last counted. */
    long countedIn;

    Processor(String name) {
        this.name = name;
    }

    /** Name of the component whose events run here. */
    public String name() {
        return name;
    }

    /** The owner of events that run here in every incarnation of the component. */
    @Override
    public Processor processor() {
        return this;
    }

    boolean isDisturbed() {
        return pauses > 0 || eventCost > 0 || !waiting.isEmpty();
    }

    /** Whether an event that is due at the given instant has to wait. */
    boolean isHeld(long instant) {
        return pauses > 0 || instant < busyUntil || !waiting.isEmpty();
    }
}
