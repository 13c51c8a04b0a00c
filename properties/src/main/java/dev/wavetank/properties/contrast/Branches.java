package dev.wavetank.properties.contrast;

import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterBlueprint;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.properties.explore.Judges;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioRun;
import dev.wavetank.sim.trace.RingSink;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceSink;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Finds when a failure became inevitable: after which event it fails in whatever way it goes on, with other random
 * numbers and without the faults that have not begun. The commands of users stay.
 *
 * <p>A bisection, which takes for granted that what is inevitable stays so. So few ways to go on are tried that a way
 * out which is rare may be missed.
 */
public final class Branches {

    /** How many ways to go on are tried at each event. */
    private static final int COUNT = 5;

    private final Scenario scenario;
    private final long seed;
    private final Judges judges;
    private final int records;
    private final ClusterBlueprint blueprint;

    private Branches(Scenario scenario, long seed, ClusterParts parts, Judges judges, int records) {
        this.scenario = scenario;
        this.seed = seed;
        this.judges = judges;
        this.records = records;
        this.blueprint = ClusterBlueprint.of(scenario, parts);
    }

    /**
     * Compares a failure with its branches.
     *
     * @param scenario of a run that breaks an invariant
     * @param seed of that run
     * @param parts of that run
     * @param judges what it is judged by
     * @param records how many of the last records of a trace are kept
     * @throws IllegalArgumentException when the run breaks no invariant
     */
    public static Contrast of(Scenario scenario, long seed, ClusterParts parts, Judges judges, int records) {
        return new Branches(scenario, seed, parts, judges, records).contrast();
    }

    private Contrast contrast() {
        RunResult failure = run(List.of(), cluster -> {});
        if (failure.violations().isEmpty()) {
            throw new IllegalArgumentException("the run breaks no invariant");
        }
        OptionalLong wayOut = passing(0);
        if (wayOut.isEmpty()) {
            return new Contrast(COUNT, List.of(), traced(cluster -> {}), Optional.empty());
        }
        long passes = 0;
        long fails = failure.events();
        while (fails - passes > 1) {
            long middle = (passes + fails) / 2;
            OptionalLong found = passing(middle);
            if (found.isPresent()) {
                passes = middle;
                wayOut = found;
            } else {
                fails = middle;
            }
        }
        return between(passes, wayOut.getAsLong());
    }

    /** The salt of a branch after so many events in which no invariant breaks; empty when none is found. */
    private OptionalLong passing(long events) {
        for (long salt = 1; salt <= COUNT; salt++) {
            if (run(List.of(), branchedAfter(events, salt)).violations().isEmpty()) {
                return OptionalLong.of(salt);
            }
        }
        return OptionalLong.empty();
    }

    private Contrast between(long events, long salt) {
        RingSink trace = new RingSink(records, true);
        AtomicLong before = new AtomicLong();
        AtomicLong after = new AtomicLong(Long.MAX_VALUE);
        run(
                List.of(trace),
                cluster -> cluster.simulation().interrupt(events, () -> {
                    before.set(lastOf(trace));
                    cluster.simulation().interrupt(events + 1, () -> after.set(lastOf(trace)));
                }));
        List<TraceEntry> turn = trace.entries().stream()
                .filter(entry -> entry.number() > before.get() && entry.number() <= after.get())
                .toList();
        return new Contrast(COUNT, turn, trace.entries(), Optional.of(traced(branchedAfter(events, salt))));
    }

    private static long lastOf(RingSink trace) {
        List<TraceEntry> entries = trace.entries();
        return entries.isEmpty() ? 0 : entries.get(entries.size() - 1).number();
    }

    private List<TraceEntry> traced(Consumer<Cluster> beforeRun) {
        RingSink trace = new RingSink(records, true);
        run(List.of(trace), beforeRun);
        return trace.entries();
    }

    private static Consumer<Cluster> branchedAfter(long events, long salt) {
        return cluster -> cluster.simulation()
                .interrupt(events, () -> cluster.simulation().branch(salt));
    }

    private RunResult run(List<TraceSink> sinks, Consumer<Cluster> beforeRun) {
        return ScenarioRun.prepared(blueprint, scenario, seed, judges, sinks, beforeRun);
    }
}
