package dev.wavetank.sim;

import dev.wavetank.sim.random.RandomStreams;
import dev.wavetank.sim.trace.Trace;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One run: the virtual clock, the event list and the loop that fires events in order.
 *
 * <p>Next-event advance: the clock jumps to the due time of the next event. Everything that happens is a function
 * of the seed, the order policy and what was scheduled.
 */
public final class Simulation {

    /** The name of the kernel where a component is named. */
    private static final String KERNEL = "kernel";

    private final RandomStreams random;
    private final Trace trace;
    private final EventList events = new EventList();
    private final StandingWork standing = new StandingWork();
    private final Processors processors = new Processors(this, events);
    /** What goes on before the run, in order; null outside {@link #begin}. */
    private @Nullable Queue<Step> beginning;

    /** Who competes, or null when events fire first in, first out. */
    private final @Nullable ReadyEvents competition;

    private long now;
    private long fired;
    private String failedComponent = KERNEL;
    private @Nullable StopReason requestedStop;
    private long interruptedAt = Long.MAX_VALUE;
    private Runnable interruption = () -> {};
    private boolean isBranched;

    /**
     * A run that has not begun.
     *
     * @param seed decides every draw of every random stream
     * @param order how simultaneous events are ordered
     * @param trace where records of what happens go
     */
    public Simulation(long seed, OrderPolicy order, Trace trace) {
        this(new RandomStreams(seed), order, trace);
    }

    /**
     * A run that has not begun, with given random streams, whose draws may be recorded: see {@link RandomStreams}.
     *
     * @param random the random streams, from which nothing was drawn yet
     * @param order how simultaneous events are ordered
     * @param trace where records of what happens go
     */
    public Simulation(RandomStreams random, OrderPolicy order, Trace trace) {
        this.random = random;
        this.trace = trace;
        this.competition = order instanceof OrderPolicy.Fifo ? null : new ReadyEvents(events, order, random);
    }

    /** What follows, before the run, from something else. */
    private record Step(EventOwner owner, long cause, Event event) {}

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

    /** The component whose event ended {@link #run} with an exception; {@code kernel} when no component owned it. */
    public String failedComponent() {
        return failedComponent;
    }

    /** Whether only daemon events are pending, and no standing work is left for them. */
    public boolean isQuiescent() {
        return events.isQuiescent() && standing.isDone();
    }

    /**
     * How many work events and pieces of standing work are pending, by the component on whose processor they run, in
     * the order of names.
     */
    public Map<String, Integer> pendingWork() {
        Map<String, Integer> pending = new TreeMap<>();
        Consumer<@Nullable EventOwner> count = owner ->
                pending.merge(owner == null ? KERNEL : owner.processor().name(), 1, Integer::sum);
        events.forEachOwner(EventClass.WORK, count::accept);
        standing.forEachOwner(count::accept);
        return pending;
    }

    /**
     * Declares standing work: the run does not count as quiescent before it is done, even while only daemon events are
     * pending. When its owner dies, the work goes with it: see {@link #cancelAllOf}.
     *
     * @param name of the work; where several owners declare work under the same name, it is done when one of them says
     *     so
     * @param isDone is asked when only daemon events are pending, and must not change anything
     */
    public void await(EventOwner owner, String name, BooleanSupplier isDone) {
        standing.add(owner, name, isDone);
    }

    /** The processor on which the events of a component run; always the same object for a name. */
    public Processor processor(String component) {
        return processors.named(component);
    }

    /**
     * Schedules an event that only {@link #cancel} can revoke.
     *
     * @param delay nanoseconds from now, not negative
     * @return a handle for {@link #cancel}, never 0
     */
    public long schedule(long delay, EventClass eventClass, Event event) {
        return schedule(delay, eventClass, null, event);
    }

    /**
     * Schedules an event of an owner, whose death cancels it: see {@link #cancelAllOf}.
     *
     * @param delay nanoseconds from now, not negative
     * @param owner of the event, or null
     * @return a handle for {@link #cancel}, never 0
     */
    public long schedule(long delay, EventClass eventClass, @Nullable EventOwner owner, Event event) {
        if (delay < 0) {
            throw new IllegalArgumentException("cannot schedule an event " + -delay + " ns in the past");
        }
        long due = now + delay;
        // The last instant stands for "nothing pending" in the run loop.
        if (due < 0 || due == Long.MAX_VALUE) {
            throw new IllegalArgumentException("the event would be due after the end of virtual time");
        }
        return events.add(due, eventClass, owner, trace.cause(), event);
    }

    /**
     * Schedules an event for when its owner, or a message to it, has {@linkplain #begin spent} some time.
     *
     * @param span nanoseconds, not negative
     */
    public void spend(long span, EventOwner owner, Event event) {
        if (beginning == null) {
            schedule(span, EventClass.WORK, owner, event);
        } else {
            beginning.add(new Step(owner, trace.cause(), event));
        }
    }

    /**
     * Starts what is to have been at work for long when the run begins: until nothing more follows from the start, the
     * time that messages and work {@linkplain #spend take} is not counted. All of it happens at the present instant, in
     * the order in which it was asked for, and none of it is an event of the run. Timers wait for the run.
     */
    public void begin(Runnable start) {
        Queue<Step> steps = new ArrayDeque<>();
        beginning = steps;
        start.run();
        for (Step step = steps.poll(); step != null; step = steps.poll()) {
            if (step.owner().isAlive()) {
                trace.beginEvent(step.cause());
                fire(step.event(), step.owner());
            }
        }
        trace.beginEvent(0);
        beginning = null;
    }

    /** Whether simultaneous events fire first in, first out. */
    public boolean firesInOrder() {
        return competition == null;
    }

    /** Whether the run has not {@linkplain #begin begun}. */
    public boolean isBeginning() {
        return beginning != null;
    }

    /** Cancels an event. Returns whether it was still pending; has no effect on a fired or cancelled event. */
    public boolean cancel(long handle) {
        return events.cancel(handle);
    }

    /** Cancels every pending event of an owner, and its standing work. */
    public void cancelAllOf(EventOwner owner) {
        events.cancelAllOf(owner);
        standing.removeAllOf(owner);
    }

    /** Writes a record into the trace, at the current instant. */
    public void trace(String component, TraceRecord record) {
        trace.record(now, component, record);
    }

    /** Holds back every event of a processor until as many {@link #resume}s have followed. */
    public void pause(Processor processor) {
        processors.pause(processor);
    }

    /** Reverts one {@link #pause}. When it was the last, the waiting events fire now, in order. */
    public void resume(Processor processor) {
        processors.resume(processor);
    }

    /**
     * Makes every later event of a processor take some virtual time, during which the next one has to wait.
     *
     * @param nanos added to the cost of an event; negative to revert an addition
     */
    public void addEventCost(Processor processor, long nanos) {
        processors.addEventCost(processor, nanos);
    }

    /**
     * Begins the fair tail of the run, after which liveness can be judged: from now on no processor waits only
     * because its priority is low.
     */
    public void beginFairTail() {
        if (competition != null) {
            competition.follow(competition.policy().fairTail());
        }
    }

    /**
     * Does something between two events of the run, which is no event itself.
     *
     * @param events after how many events
     * @param action what; it replaces an earlier one that has not been done
     */
    public void interrupt(long events, Runnable action) {
        interruptedAt = events;
        interruption = action;
    }

    /**
     * Makes the run go on in another way from here: with other random numbers, and without the faults that have not
     * opened.
     *
     * @param salt chooses the other numbers
     */
    public void branch(long salt) {
        random.branch(salt);
        isBranched = true;
    }

    /** Whether the run has gone another way, on which no further fault opens. */
    public boolean isBranched() {
        return isBranched;
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
        long until = limits.until();
        boolean stopWhenQuiescent = limits.stopWhenQuiescent();
        long lastEvent = limits.events() > Long.MAX_VALUE - fired ? Long.MAX_VALUE : fired + limits.events();
        while (requestedStop == null) {
            if (stopWhenQuiescent && isQuiescent()) {
                return StopReason.QUIESCENT;
            }
            long due = competition == null ? events.nextDue() : competition.nextDue(until);
            if (due > until || due == Long.MAX_VALUE) {
                now = until == Long.MAX_VALUE ? now : Math.max(now, until);
                return due == Long.MAX_VALUE ? StopReason.QUIESCENT : StopReason.TIME_LIMIT;
            }
            if (fired == lastEvent) {
                return StopReason.EVENT_LIMIT;
            }
            if (fired >= interruptedAt) {
                interruptedAt = Long.MAX_VALUE;
                interruption.run();
            }
            int slot = EventList.slotOf(competition == null ? events.poll() : competition.poll());
            now = Math.max(now, due);
            if (processors.admit(slot)) {
                fire(slot);
            }
        }
        return requestedStop;
    }

    /** Fires the event in a slot that was polled. */
    void fire(int slot) {
        Event event = events.event(slot);
        EventOwner owner = events.owner(slot);
        trace.beginEvent(events.cause(slot));
        events.free(slot);
        fired++;
        fire(event, owner);
    }

    private void fire(Event event, @Nullable EventOwner owner) {
        try {
            event.fire();
        } catch (RuntimeException | Error failure) {
            failedComponent = owner == null ? KERNEL : owner.processor().name();
            throw failure;
        }
    }
}
