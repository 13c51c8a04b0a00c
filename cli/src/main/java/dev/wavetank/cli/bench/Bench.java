package dev.wavetank.cli.bench;

import dev.wavetank.model.cluster.ClusterBlueprint;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.properties.explore.Judges;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioRun;
import dev.wavetank.sim.Event;
import dev.wavetank.sim.EventClass;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.trace.Trace;
import java.util.List;
import java.util.Locale;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;

/** The measurements of {@code wavetank bench}. All of them run on the calling thread. */
public final class Bench {

    private static final int PENDING = 1_000;
    private static final long SLICE = 100_000;
    private static final double SECOND = 1e9;

    private final long span;

    /**
     * Measures.
     *
     * @param span nanoseconds of real time for a figure; half as long before that for warming up
     */
    public Bench(long span) {
        this.span = span;
    }

    /**
     * One measurement.
     *
     * @param name for programs
     * @param value how many in a second of real time, or how much
     * @param unit for people
     * @param what was measured
     */
    public record Figure(String name, double value, String unit, String what) {}

    /** The hold model: every event that fires schedules one other (Jones, 1986). */
    public Figure kernel() {
        Simulation simulation = new Simulation(1, OrderPolicy.FIFO, new Trace());
        RandomStream delays = simulation.random().stream("bench/delay");
        for (int i = 0; i < PENDING; i++) {
            simulation.schedule(delays.between(0, VirtualTime.SECOND), EventClass.WORK, new Hold(simulation, delays));
        }
        double perSecond = rate(slice -> {
            simulation.run(new RunLimits(Long.MAX_VALUE, SLICE, false));
            return SLICE;
        });
        return new Figure(
                "eventsPerSecond",
                perSecond,
                "events a second",
                "fired by the bare run loop of the kernel: " + PENDING + " pending, each schedules another");
    }

    /** Whole small runs, with every invariant checked. */
    public Figure seeds() {
        Scenario scenario = scenario(3, 3);
        ClusterBlueprint blueprint = ClusterBlueprint.of(scenario, ClusterParts.DEFAULT);
        double perSecond = rate(seed -> {
            ScenarioRun.of(blueprint, scenario, seed, Judges.DEFAULT, List.of());
            return 1;
        });
        return new Figure(
                "seedsPerSecond",
                perSecond,
                "seeds a second",
                "of 3 nodes and a Deployment of 3 replicas, from kubectl to quiescence, with every invariant on; "
                        + String.format(Locale.ROOT, "%.2f ms a seed", 1000 / perSecond));
    }

    /** One large run after another of the same size, and the heap that the second one needs. */
    public List<Figure> pods(int replicas) {
        int nodes = Math.max(1, replicas / 10);
        Scenario scenario = scenario(nodes, replicas);
        ScenarioRun.of(scenario, 1, ClusterParts.DEFAULT);
        HeapUse heap = HeapUse.begin();
        long begin = System.nanoTime();
        RunResult result = ScenarioRun.of(scenario, 2, ClusterParts.DEFAULT);
        double seconds = (System.nanoTime() - begin) / SECOND;
        List<Figure> heapFigures = heap.figures(replicas);
        int running = result.podsByPhase().getOrDefault("Running", 0);
        Figure speed = new Figure(
                "podsPerSecond",
                running / seconds,
                "pods a second",
                String.format(
                        Locale.ROOT,
                        "from a Deployment of %d replicas to Running on %d nodes, with every invariant on:"
                                + " %d pods and %d events in %.2f s",
                        replicas,
                        nodes,
                        running,
                        result.events(),
                        seconds));
        return Stream.concat(Stream.of(speed), heapFigures.stream()).toList();
    }

    private static Scenario scenario(int nodes, int replicas) {
        return Scenario.ofCommand(
                ClusterSpec.ofNodes(nodes),
                List.of("create", "deployment", "web", "--image=nginx", "--replicas=" + replicas));
    }

    /** Repeats the work, first for warming up, and returns how much of it was done in a second. */
    private double rate(LongUnaryOperator work) {
        long round = 1;
        long warm = System.nanoTime();
        while (System.nanoTime() - warm < span / 2) {
            work.applyAsLong(round++);
        }
        long begin = System.nanoTime();
        long done = 0;
        while (System.nanoTime() - begin < span) {
            done += work.applyAsLong(round++);
        }
        return done * SECOND / (System.nanoTime() - begin);
    }

    /** An event that schedules itself again. */
    private record Hold(Simulation simulation, RandomStream delays) implements Event {

        @Override
        public void fire() {
            simulation.schedule(delays.between(1, VirtualTime.SECOND), EventClass.WORK, this);
        }
    }
}
