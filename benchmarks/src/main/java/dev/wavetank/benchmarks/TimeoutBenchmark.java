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
 * What a request costs the event list: its answer and its timeout are scheduled, the answer comes and cancels the
 * timeout, and the next request is made. One answer in a thousand is lost, and the timeout fires.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class TimeoutBenchmark {

    private static final int REQUESTS = 20_000;
    private static final RunLimits LIMITS = new RunLimits(Long.MAX_VALUE, REQUESTS, true);
    private static final int ANSWERS_TO_ONE_LOST = 1_000;

    /** Nanoseconds after which a request is given up: thirty times what an answer takes on average. */
    private static final long TIMEOUT = 30_000_000;

    /** How many requests are under way. */
    @Param({"1000", "100000"})
    public int underWay;

    private final Simulation simulation = new Simulation(1, OrderPolicy.FIFO, new Trace());
    private Delays delays;
    private long made;

    /** Makes the first requests. */
    @Setup
    public void fill() {
        delays = Delays.of(Workload.EXPONENTIAL, underWay);
        for (int i = 0; i < underWay; i++) {
            new Request().make();
        }
    }

    /** One request from beginning to end. */
    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public long request() {
        simulation.run(LIMITS);
        return simulation.now();
    }

    private final class Request implements Event {

        private long timeout;

        void make() {
            timeout = simulation.schedule(TIMEOUT, EventClass.WORK, this::timedOut);
            if (made++ % ANSWERS_TO_ONE_LOST != 0) {
                simulation.schedule(delays.next(), EventClass.WORK, this);
            }
        }

        /** The answer is here. */
        @Override
        public void fire() {
            if (!simulation.cancel(timeout)) {
                throw new IllegalStateException("the timeout was not pending when the answer came");
            }
            new Request().make();
        }

        private void timedOut() {
            new Request().make();
        }
    }
}
