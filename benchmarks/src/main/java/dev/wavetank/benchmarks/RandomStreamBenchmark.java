package dev.wavetank.benchmarks;

import dev.wavetank.sim.random.ChoiceLog;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.random.RandomStreams;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a draw costs. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class RandomStreamBenchmark {

    private final RandomStream stream = RandomStream.of(1, "draws");
    private final RandomStream besidesLog =
            new RandomStreams(1, new ChoiceLog().record("another stream")).stream("draws");
    private final Distribution exponential = new Distribution.Exponential(1_000_000);
    private final Distribution logNormal = new Distribution.LogNormal(1_000_000, 5_000_000);
    private int bound = 37;

    /** All 64 bits. */
    @Benchmark
    public long bits() {
        return stream.nextLong();
    }

    /** A choice among a few. */
    @Benchmark
    public int bounded() {
        return stream.nextInt(bound);
    }

    /** The same, in a run whose choice log listens to another stream: it must cost no more. */
    @Benchmark
    public int boundedBesidesLog() {
        return besidesLog.nextInt(bound);
    }

    /** A number between 0 and 1. */
    @Benchmark
    public double fraction() {
        return stream.nextDouble();
    }

    /** An exponential span of time: a strict logarithm. */
    @Benchmark
    public long exponential() {
        return exponential.sample(stream);
    }

    /** A log-normal span of time: two draws and five strict functions. */
    @Benchmark
    public long logNormal() {
        return logNormal.sample(stream);
    }
}
