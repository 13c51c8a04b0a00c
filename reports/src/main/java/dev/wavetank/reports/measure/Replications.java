package dev.wavetank.reports.measure;

import dev.wavetank.model.trace.RunEnd;
import dev.wavetank.reports.attribution.AttributionRecorder;
import dev.wavetank.reports.journey.JourneyRecorder;
import dev.wavetank.reports.journey.Stage;
import dev.wavetank.reports.traffic.LoadRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A measurement that is to be made: of one model, or of several that run with the same seeds. Immutable.
 *
 * @param cells what makes the runs of each model
 * @param first the first seed
 * @param count how many seeds, counted up
 * @param jobs how many run at the same time; changes nothing but the speed
 * @param stages of which samples are kept
 * @param warmUp in nanoseconds of virtual time: pods that were created earlier do not count
 * @param divides whether to find out what the time of pods was spent on, which makes runs slower
 * @param precision at which the measurement of the first model ends early; null to run all seeds
 * @param observer follows it
 */
public record Replications(
        List<SeedRun> cells,
        long first,
        long count,
        int jobs,
        Set<Stage> stages,
        long warmUp,
        boolean divides,
        @Nullable Precision precision,
        Observer observer) {

    private static final Observer NOBODY = () -> {};
    private static final long SEEDS = 20;

    /** Follows a measurement. Called from any thread, one at a time. */
    @FunctionalInterface
    public interface Observer {

        /** All runs of one more seed have ended. */
        void seedDone();

        /** Whether to begin another seed; seeds that have begun are completed. */
        default boolean wantsMore() {
            return true;
        }
    }

    /** Checks the numbers. */
    public Replications {
        cells = List.copyOf(cells);
        if (cells.isEmpty() || count < 1 || jobs < 1 || warmUp < 0) {
            throw new IllegalArgumentException(
                    "a measurement needs a model, at least one seed and one job, and no" + " negative time to warm up");
        }
    }

    /** Seeds 1 to 20 of these models, one after the other, with all stages. */
    public static Replications of(List<SeedRun> cells) {
        return new Replications(cells, 1, SEEDS, 1, new TreeSet<>(List.of(Stage.values())), 0, false, null, NOBODY);
    }

    /** The seeds from the first to the last, both included. */
    public Replications seeds(long from, long to) {
        return new Replications(cells, from, to - from + 1, jobs, stages, warmUp, divides, precision, observer);
    }

    /** So many runs at the same time. */
    public Replications jobs(int number) {
        return new Replications(cells, first, count, number, stages, warmUp, divides, precision, observer);
    }

    /** Samples of these stages only. */
    public Replications stages(Set<Stage> some) {
        return new Replications(cells, first, count, jobs, new TreeSet<>(some), warmUp, divides, precision, observer);
    }

    /** Without the pods that were created in the first nanoseconds of virtual time. */
    public Replications warmUp(long nanos) {
        return new Replications(cells, first, count, jobs, stages, nanos, divides, precision, observer);
    }

    /** With what the time of pods was spent on, when it is wanted. */
    public Replications divides(boolean wanted) {
        return new Replications(cells, first, count, jobs, stages, warmUp, wanted, precision, observer);
    }

    /** No more seeds than the precision needs. */
    public Replications until(@Nullable Precision wanted) {
        return new Replications(cells, first, count, jobs, stages, warmUp, divides, wanted, observer);
    }

    /** With an observer. */
    public Replications observer(Observer other) {
        return new Replications(cells, first, count, jobs, stages, warmUp, divides, precision, other);
    }

    /**
     * Makes the runs of the first model.
     *
     * @throws RuntimeException of the first run that failed
     */
    public Measurement run() {
        return new Replications(cells.subList(0, 1), first, count, jobs, stages, warmUp, divides, precision, observer)
                .runAll()
                .get(0);
    }

    /**
     * Makes the runs of all models; all have the same seeds, also when the observer ends the measurement early.
     *
     * @return a measurement of each model
     * @throws RuntimeException of the first run that failed
     */
    public List<Measurement> runAll() {
        List<List<Replication>> bySeed = new SeedPool<>(this::run, precision == null ? done -> false : this::isPrecise)
                .run(first, count, jobs, observer);
        List<Measurement> measurements = new ArrayList<>();
        for (int cell = 0; cell < cells.size(); cell++) {
            int index = cell;
            measurements.add(
                    new Measurement(bySeed.stream().map(seed -> seed.get(index)).toList()));
        }
        return measurements;
    }

    private List<Replication> run(long seed) {
        List<Replication> runs = new ArrayList<>();
        for (SeedRun cell : cells) {
            JourneyRecorder journeys = new JourneyRecorder();
            LoadRecorder loads = new LoadRecorder();
            AttributionRecorder times = new AttributionRecorder();
            RunEnd end = cell.run(seed, divides ? List.of(journeys, loads, times) : List.of(journeys, loads));
            runs.add(Replication.of(seed, end, journeys.journey(), loads.figures(), times.pods(), warmUp, stages));
        }
        return runs;
    }

    private boolean isPrecise(List<List<Replication>> done) {
        return precision != null
                && precision.isReachedBy(
                        new Measurement(done.stream().map(seed -> seed.get(0)).toList()));
    }
}
