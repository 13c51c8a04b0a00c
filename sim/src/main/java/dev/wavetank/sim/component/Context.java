package dev.wavetank.sim.component;

import dev.wavetank.sim.Completion;
import dev.wavetank.sim.Event;
import dev.wavetank.sim.EventClass;
import dev.wavetank.sim.EventOwner;
import dev.wavetank.sim.Processor;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.trace.Trace;
import dev.wavetank.sim.trace.TraceRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The environment of one incarnation of a component: virtual clock, random streams, timers, trace.
 *
 * <p>When the incarnation ends, its timers are cancelled and later requests through this context are ignored.
 */
public final class Context implements EventOwner {

    private final Simulation simulation;
    private final String name;
    private final int incarnation;
    private final Processor processor;
    private final LocalClock clock;
    private final List<Runnable> endHooks = new ArrayList<>(1);
    private boolean alive = true;

    Context(Simulation simulation, String name, int incarnation, LocalClock clock) {
        this.simulation = simulation;
        this.name = name;
        this.incarnation = incarnation;
        this.processor = simulation.processor(name);
        this.clock = clock;
    }

    /** Name of the component, such as {@code kubelet/node-1}. */
    public String name() {
        return name;
    }

    /** The number of the incarnation, from 1. */
    public int incarnation() {
        return incarnation;
    }

    /** Whether this incarnation still lives. */
    @Override
    public boolean isAlive() {
        return alive;
    }

    /** The current instant, in nanoseconds of virtual time: the monotonic clock, for spans and deadlines. */
    public long now() {
        return simulation.now();
    }

    /**
     * The component's wall clock, for timestamps: the current instant on the calendar, unless the clock is skewed. It
     * may jump, also backward. Spans and deadlines are measured with {@link #now}.
     */
    public Instant clock() {
        return VirtualTime.calendar(clock.read(simulation.now()));
    }

    /** The processor on which the component's events run. */
    @Override
    public Processor processor() {
        return processor;
    }

    /**
     * Opens the component's own stream for one purpose. The part that opens it keeps it: a second part that drew from
     * the same stream would shift the numbers of the first. A new incarnation continues where the last one stopped
     * drawing.
     *
     * @param purpose of the draws, with the name of the part where a component has several, such as {@code
     *     pick-up/deployment}
     * @throws IllegalStateException when this incarnation has opened the stream before
     */
    public RandomStream random(String purpose) {
        RandomStream stream = simulation.random().stream(name + "/" + purpose);
        if (!stream.open(this)) {
            throw new IllegalStateException("the random stream '" + purpose + "' of " + name
                    + " is opened twice: keep it, or give each part a stream with its own name");
        }
        return stream;
    }

    /** Sets a timer for requested work; see {@link EventClass#WORK}. */
    public Timer after(long delay, Event event) {
        return timer(delay, EventClass.WORK, event);
    }

    /**
     * Goes on with an event when this component has spent some time on its work. Before the run begins, work takes no
     * time: see {@link Simulation#begin}.
     *
     * @param span in nanoseconds
     */
    public void spend(long span, Event event) {
        if (alive) {
            simulation.spend(span, this, event);
        }
    }

    /**
     * Whether events of one instant fire in the order in which they were asked for, so that several that are asked for
     * together may as well be one.
     */
    public boolean firesInOrder() {
        return simulation.firesInOrder();
    }

    /** Whether what happens now happened before the run: see {@link Simulation#begin}. */
    public boolean isBeginning() {
        return simulation.isBeginning();
    }

    /** Done, with true, after {@code delay} nanoseconds. */
    public Completion<Boolean> pause(long delay) {
        Completion<Boolean> over = new Completion<>(this);
        after(delay, () -> over.complete(true));
        return over;
    }

    /**
     * Sets a timer for a periodic task; see {@link EventClass#DAEMON}. A run does not wait for it: a task that can have
     * something to do declares so with {@link #awaitWhile}.
     */
    public Timer daemonAfter(long delay, Event event) {
        return timer(delay, EventClass.DAEMON, event);
    }

    /**
     * Makes the run wait for a periodic task of this incarnation as long as it has something to do, although only
     * daemon timers are pending.
     *
     * @param task its name, which is different from those of the component's other tasks
     * @param hasWork whether the next turn may change something; is asked when only daemon events are pending, and must
     *     not change anything
     */
    public void awaitWhile(String task, BooleanSupplier hasWork) {
        awaitAny(name + ": " + task, () -> !hasWork.getAsBoolean());
    }

    /**
     * Makes the run wait until one of the living components that call this with the same goal has reached it, although
     * only daemon timers are pending: a candidate knows by itself only that it has not been elected yet.
     *
     * @param goal the same words for all that share it
     * @param isReached whether this incarnation has reached it; must not change anything
     */
    public void awaitAny(String goal, BooleanSupplier isReached) {
        if (alive) {
            simulation.await(this, goal, isReached);
        }
    }

    /**
     * Whether the trace takes {@linkplain TraceRecord#isDetail details}; where it does not, a component saves itself
     * the work of making them.
     */
    public boolean tracesDetails() {
        return simulation.trace().isDetailed();
    }

    /** Writes a record into the trace in the component's name. */
    public void trace(TraceRecord record) {
        if (alive) {
            simulation.trace(name, record);
        }
    }

    /**
     * Number of the latest record on the causal path of the event that fires now, or 0: to keep with work that is
     * resumed later, for {@link #resume}.
     */
    public long cause() {
        return simulation.trace().cause();
    }

    /**
     * Continues, in the event that fires now, on the causal path of deferred work: later records have that cause, and
     * not the one of the work before.
     *
     * @param earlier what {@link #cause} was when the work was requested; with several requests, at the first
     */
    public void resume(long earlier) {
        simulation.trace().resume(earlier);
    }

    /** Records the latest record on the causal path as the cause of a version of the shared state. */
    public void publish(long version) {
        simulation.trace().publish(version);
    }

    /** Drops the causes of the versions before this one, because the shared state has compacted them. */
    public void dropPublicationsBefore(long version) {
        simulation.trace().dropPublicationsBefore(version);
    }

    /**
     * Runs an action on the causal path of the write of a version of the shared state, when that is known; then
     * continues on the present path.
     */
    public void followPublication(long version, Runnable action) {
        Trace trace = simulation.trace();
        long present = trace.cause();
        long writer = trace.publication(version);
        if (writer != 0) {
            trace.resume(writer);
        }
        action.run();
        trace.resume(present);
    }

    /** Registers a hook that runs when this incarnation ends. For kernel parts such as the network. */
    public void whenEnded(Runnable hook) {
        endHooks.add(hook);
    }

    private Timer timer(long delay, EventClass eventClass, Event event) {
        if (!alive) {
            return new Timer(simulation, 0);
        }
        return new Timer(simulation, simulation.schedule(delay, eventClass, this, event));
    }

    void end() {
        alive = false;
        simulation.cancelAllOf(this);
        endHooks.forEach(Runnable::run);
    }
}
