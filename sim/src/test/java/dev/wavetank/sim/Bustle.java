package dev.wavetank.sim;

import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.trace.Trace;
import java.util.ArrayList;
import java.util.List;

/**
 * A random world in which a lot happens at about the same time: events that schedule and cancel others, pauses, slow
 * processors. It keeps a diary, and looks itself that nothing happens which must not.
 */
final class Bustle {

    private static final int PROCESSORS = 3;
    private static final int MOST_EVENTS = 400;

    /** One event that fired. */
    record Firing(int id, String processor, long due, long at) {}

    final Simulation simulation;
    final List<Firing> diary = new ArrayList<>();
    int cancelled;
    int scheduled;

    private final RandomStream random;
    private final boolean disturbed;
    private final List<Scheduled> pending = new ArrayList<>();
    private final int[] pauses = new int[PROCESSORS];
    private long lastInstant;

    private record Scheduled(int id, long handle) {}

    Bustle(long seed, OrderPolicy policy, boolean disturbed) {
        this.simulation = new Simulation(seed, policy, new Trace());
        this.random = simulation.random().stream("bustle");
        this.disturbed = disturbed;
        for (int i = 0; i < 30; i++) {
            schedule();
        }
        for (int i = 0; disturbed && i < 10; i++) {
            scheduleDisturbance(simulation.processor("p" + i % PROCESSORS), i % PROCESSORS);
        }
    }

    /** Schedules one event, unless there were enough already. */
    void schedule() {
        if (scheduled == MOST_EVENTS) {
            return;
        }
        int id = scheduled++;
        long delay = random.nextLong(1L << random.nextInt(8));
        long due = simulation.now() + delay;
        int number = random.nextInt(PROCESSORS);
        Processor processor = simulation.processor("p" + number);
        long handle = simulation.schedule(delay, EventClass.WORK, processor, () -> {
            if (pauses[number] > 0) {
                throw new AssertionError(id + " fired on a paused processor");
            }
            fire(new Firing(id, processor.name(), due, simulation.now()));
        });
        pending.add(new Scheduled(id, handle));
    }

    private void fire(Firing firing) {
        if (!pending.removeIf(event -> event.id() == firing.id())) {
            throw new AssertionError(firing + " had fired before, or been cancelled");
        }
        if (firing.at() < firing.due() || firing.at() < lastInstant) {
            throw new AssertionError(firing + " fired early, or time went back from " + lastInstant);
        }
        lastInstant = firing.at();
        diary.add(firing);
        for (int children = random.nextInt(4); children > 0; children--) {
            schedule();
        }
        if (random.nextInt(4) == 0) {
            cancelOne();
        }
    }

    /** Takes one back, if there is one; it may be far away, compete or wait. */
    void cancelOne() {
        if (pending.isEmpty()) {
            return;
        }
        long handle = pending.remove(random.nextInt(pending.size())).handle();
        if (!simulation.cancel(handle) || simulation.cancel(handle)) {
            throw new AssertionError("an event that was pending could not be cancelled, or twice");
        }
        cancelled++;
    }

    private void scheduleDisturbance(Processor processor, int number) {
        long begin = random.nextLong(300);
        long end = begin + random.nextLong(200);
        long cost = random.nextLong(20);
        boolean pause = random.nextInt(2) == 0;
        simulation.schedule(begin, EventClass.FAULT, () -> {
            if (pause) {
                pauses[number]++;
                simulation.pause(processor);
            } else {
                simulation.addEventCost(processor, cost);
            }
        });
        // Under a policy that lets events compete the end must not overtake the beginning.
        simulation.schedule(end + OrderPolicyProperties.WINDOW, EventClass.FAULT, () -> {
            if (pause) {
                pauses[number]--;
                simulation.resume(processor);
            } else {
                simulation.addEventCost(processor, -cost);
            }
        });
    }

    /** Whether everything that was scheduled has fired or been cancelled. */
    boolean isComplete() {
        return diary.size() + cancelled == scheduled && pending.isEmpty();
    }

    @Override
    public String toString() {
        return diary + " " + simulation.now() + " " + simulation.firedEvents() + (disturbed ? " disturbed" : "");
    }
}
