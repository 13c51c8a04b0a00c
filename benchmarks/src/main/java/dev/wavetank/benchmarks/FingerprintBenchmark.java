package dev.wavetank.benchmarks;

import dev.wavetank.benchmarks.workload.Delays;
import dev.wavetank.benchmarks.workload.Workload;
import dev.wavetank.sim.Event;
import dev.wavetank.sim.EventClass;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.trace.Trace;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the fingerprint costs, which is always on: a record by itself, and as part of an event with some
 * others pending, which must cost no more than twice one without.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class FingerprintBenchmark {

    private static final int EVENTS = 20_000;
    private static final RunLimits LIMITS = new RunLimits(Long.MAX_VALUE, EVENTS, true);
    private static final String COMPONENT = "kubelet/node-17";

    /** How many events are pending. */
    @Param({"1000", "100000", "1000000"})
    public int pending;

    private final Simulation silent = new Simulation(1, OrderPolicy.FIFO, new Trace());
    private final Simulation traced = new Simulation(1, OrderPolicy.FIFO, new Trace());
    private final Trace trace = new Trace();
    private final Event silentEvent = this::fireSilently;
    private final Event tracedEvent = this::fireTraced;
    private Delays delays;

    /** Schedules the events of both runs. */
    @Setup
    public void fill() {
        delays = Delays.of(Workload.EXPONENTIAL, pending);
        for (int i = 0; i < pending; i++) {
            silent.schedule(delays.initial(i), EventClass.WORK, silentEvent);
            traced.schedule(delays.initial(i), EventClass.WORK, tracedEvent);
        }
    }

    /** An event without a record. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public long eventWithoutRecord() {
        silent.run(LIMITS);
        return silent.now();
    }

    /** An event with one record; no sink. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public long eventWithRecord() {
        traced.run(LIMITS);
        return traced.trace().count();
    }

    /** A record without an event; no sink. */
    @Benchmark
    public long recordAlone() {
        long number = trace.count();
        trace.record(number, COMPONENT, PodRecord.number(number));
        return trace.count();
    }

    private void fireSilently() {
        silent.schedule(delays.next(), EventClass.WORK, silentEvent);
    }

    private void fireTraced() {
        traced.trace(COMPONENT, PodRecord.number(traced.trace().count()));
        traced.schedule(delays.next(), EventClass.WORK, tracedEvent);
    }
}
