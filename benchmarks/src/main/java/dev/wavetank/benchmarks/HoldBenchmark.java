package dev.wavetank.benchmarks;

import dev.wavetank.sim.Event;
import dev.wavetank.sim.EventClass;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.trace.Trace;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The hold model: each event that fires schedules the next one, so that the number of pending events stays the
 * same.
 *
 * <p>Delays are exponential with a mean of 1 ms and drawn beforehand, so that only the event list is measured.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class HoldBenchmark {

    private static final int EVENTS = 100_000;
    private static final int DELAYS = 1 << 16;
    private static final Comparator<Scheduled> ORDER =
            Comparator.comparingLong(Scheduled::time).thenComparingLong(Scheduled::order);

    /** How many events are pending. */
    @Param({"1000", "100000"})
    public int pending;

    private long[] delays;
    private int nextDelay;
    private long order;

    private final Event same = this::holdSame;
    private Simulation simulation;
    private Simulation simulationOfNewEvents;
    private ArrayHeap heap;
    private PriorityQueue<Scheduled> queue;

    private record Scheduled(long time, long order) {}

    /** Fills all of them with the same number of events. */
    @Setup
    public void fill() {
        Distribution exponential = new Distribution.Exponential(1_000_000);
        RandomStream random = RandomStream.of(1, "hold");
        delays = LongStream.generate(() -> exponential.sample(random))
                .limit(DELAYS)
                .toArray();
        simulation = new Simulation(1, OrderPolicy.FIFO, new Trace());
        simulationOfNewEvents = new Simulation(1, OrderPolicy.FIFO, new Trace());
        heap = new ArrayHeap(pending);
        queue = new PriorityQueue<>(pending, ORDER);
        for (int i = 0; i < pending; i++) {
            holdSame();
            holdNew();
            heap.add(delay(), order);
            queue.add(new Scheduled(delay(), order++));
        }
    }

    /**
     * The kernel's run loop with its event list, clock, limits and trace causes; one event object, again and again.
     */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public long simulation() {
        return run(simulation);
    }

    /**
     * The same with a new event object each time, as a model makes them: adds the cost of allocation and
     * collection.
     */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public long simulationOfNewEvents() {
        return run(simulationOfNewEvents);
    }

    private static long run(Simulation simulation) {
        simulation.run(new RunLimits(Long.MAX_VALUE, EVENTS, true));
        return simulation.now();
    }

    private void holdSame() {
        simulation.schedule(delay(), EventClass.WORK, same);
    }

    private void holdNew() {
        simulationOfNewEvents.schedule(delay(), EventClass.WORK, this::holdNew);
    }

    /** Nothing but a heap of numbers: what an event list costs at least. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public long arrayHeap() {
        long now = 0;
        for (int i = 0; i < EVENTS; i++) {
            now = heap.take();
            heap.add(now + delay(), order++);
        }
        return now;
    }

    /** The JDK's queue with a record an event. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public long priorityQueue() {
        long now = 0;
        for (int i = 0; i < EVENTS; i++) {
            now = queue.remove().time();
            queue.add(new Scheduled(now + delay(), order++));
        }
        return now;
    }

    private long delay() {
        return delays[nextDelay++ & DELAYS - 1];
    }
}
