package dev.wavetank.benchmarks;

import dev.wavetank.benchmarks.peer.Peer;
import dev.wavetank.benchmarks.peer.Peers;
import dev.wavetank.benchmarks.workload.Delays;
import dev.wavetank.benchmarks.workload.Workload;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What an event costs, by peer, workload and number of pending events, each in a JVM of its own.
 *
 * <p>{@link CompareKernels} asks the same in one JVM, taking turns.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class HoldBenchmark {

    private static final int EVENTS = 20_000;

    /** Who. */
    @Param
    public Peers peer;

    /** What. */
    @Param
    public Workload workload;

    /** How many events are pending. */
    @Param({"1000", "100000", "1000000"})
    public int pending;

    private Peer running;

    /** Starts the peer, after a look whether it does the same as a plain heap. */
    @Setup
    public void start() {
        Delays delays = Delays.of(workload, pending);
        Clocks clocks = new Clocks();
        for (Peers checked : new Peers[] {Peers.ARRAY_HEAP, peer}) {
            try (Peer run = checked.start(delays)) {
                clocks.add(checked, run.hold(EVENTS));
            }
        }
        running = peer.start(delays);
    }

    /** Ends it. */
    @TearDown
    public void close() {
        running.close();
    }

    /** One event: it is taken, its clock is set, it fires and schedules another. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public long event() {
        return running.hold(EVENTS);
    }
}
