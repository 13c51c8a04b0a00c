package dev.wavetank.sim;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The processors of one run. When one is paused or slow, its events wait until it is free again.
 *
 * <p>As long as nothing disturbs any processor, letting an event through costs one comparison.
 */
final class Processors {

    private final Simulation simulation;
    private final EventList events;
    private final Map<String, Processor> byName = new LinkedHashMap<>();
    private int disturbed;

    Processors(Simulation simulation, EventList events) {
        this.simulation = simulation;
        this.events = events;
    }

    Processor named(String name) {
        return byName.computeIfAbsent(name, Processor::new);
    }

    /** Whether the event in a slot that was polled can fire now. If not, it waits, and is fired when it can be. */
    boolean admit(int slot) {
        if (disturbed == 0) {
            return true;
        }
        EventOwner owner = events.owner(slot);
        if (owner == null) {
            return true;
        }
        Processor processor = owner.processor();
        if (processor.isHeld(simulation.now())) {
            events.hold(slot);
            disturb(processor, () -> processor.waiting.add(slot));
            wakeLater(processor);
            return false;
        }
        occupy(processor);
        return true;
    }

    void pause(Processor processor) {
        disturb(processor, () -> processor.pauses++);
    }

    void resume(Processor processor) {
        if (processor.pauses == 0) {
            throw new IllegalStateException(processor.name() + " is not paused: nothing to resume");
        }
        disturb(processor, () -> processor.pauses--);
        wakeLater(processor);
    }

    void addEventCost(Processor processor, long nanos) {
        if (processor.eventCost + nanos < 0) {
            throw new IllegalStateException("an event of " + processor.name() + " cannot cost less than nothing");
        }
        disturb(processor, () -> processor.eventCost += nanos);
        long doneBy = Math.max(simulation.now(), processor.busySince + processor.eventCost);
        if (doneBy < processor.busyUntil) {
            processor.busyUntil = doneBy;
            wakeEarlier(processor);
        }
    }

    /** What a processor is busy with does not outlive its slowness: the wake-up that was scheduled for it is void. */
    private void wakeEarlier(Processor processor) {
        if (processor.wakeScheduled) {
            simulation.cancel(processor.wake);
            processor.wakeScheduled = false;
            wakeLater(processor);
        }
    }

    private void occupy(Processor processor) {
        processor.busySince = simulation.now();
        processor.busyUntil = processor.busySince + processor.eventCost;
    }

    /** Schedules the waiting events of a processor for the time when it is free. */
    private void wakeLater(Processor processor) {
        if (processor.pauses > 0 || processor.waiting.isEmpty() || processor.wakeScheduled) {
            return;
        }
        processor.wakeScheduled = true;
        long delay = Math.max(0, processor.busyUntil - simulation.now());
        // The waiting events determine quiescence, not this one.
        processor.wake = simulation.schedule(delay, EventClass.DAEMON, () -> wake(processor));
    }

    private void wake(Processor processor) {
        processor.wakeScheduled = false;
        if (processor.pauses > 0) {
            return;
        }
        int slot = nextWaiting(processor);
        if (slot >= 0) {
            occupy(processor);
            simulation.fire(slot);
        }
        wakeLater(processor);
    }

    /** The next event that waits and was not cancelled, or -1. */
    private int nextWaiting(Processor processor) {
        int[] next = {-1};
        disturb(processor, () -> {
            while (next[0] < 0 && !processor.waiting.isEmpty()) {
                int slot = processor.waiting.remove();
                if (events.isLive(slot)) {
                    next[0] = slot;
                } else {
                    events.free(slot);
                }
            }
        });
        return next[0];
    }

    /** Changes the state of a processor, and counts those whose events need a closer look. */
    private void disturb(Processor processor, Runnable change) {
        disturbed -= processor.isDisturbed() ? 1 : 0;
        change.run();
        disturbed += processor.isDisturbed() ? 1 : 0;
    }
}
