package dev.wavetank.cli;

import dev.wavetank.model.scenario.FaultSampler.Intensity;
import dev.wavetank.properties.explore.Exploration;
import dev.wavetank.properties.explore.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Runs seeds and counts what comes of them, with a progress bar when somebody watches. */
final class ExplorationRun {

    /** Seeds of each core between two looks at the clock. */
    private static final long STRIDE = 16;

    private final Prepared prepared;
    private final Intensity intensity;
    private final int stopAfter;
    private final Streams streams;
    private final Tally tally = new Tally();

    /**
     * Explores a scenario.
     *
     * @param intensity how many faults each seed draws, or null for the scenario's own
     */
    ExplorationRun(Prepared prepared, Intensity intensity, int stopAfter, Streams streams) {
        this.prepared = prepared;
        this.intensity = intensity;
        this.stopAfter = stopAfter;
        this.streams = streams;
    }

    /** Runs these seeds, and returns the failures. */
    List<RunResult> seeds(SeedRange seeds, int jobs) {
        try (Progress progress = Progress.ofSeeds(seeds.count(), streams)) {
            return exploration(stopAfter).run(seeds.first(), seeds.count(), jobs, counting(progress));
        } finally {
            tally.stop();
        }
    }

    /** Runs seeds from 1 up for so many nanoseconds of real time, and returns the failures. */
    List<RunResult> during(long span, int jobs) {
        List<RunResult> failures = new ArrayList<>();
        long begin = System.nanoTime();
        long next = 1;
        try (Progress progress = Progress.ofSeconds(span, streams)) {
            while (failures.size() < stopAfter && System.nanoTime() - begin < span) {
                long count = jobs * STRIDE;
                failures.addAll(exploration(stopAfter - failures.size()).run(next, count, jobs, counting(progress)));
                next += count;
            }
        } finally {
            tally.stop();
        }
        return failures;
    }

    /** What was counted. */
    Tally tally() {
        return tally;
    }

    private Exploration exploration(int most) {
        return new Exploration(prepared.scenario(), prepared.clusterParts(), intensity, most);
    }

    private Consumer<RunResult> counting(Progress progress) {
        return result -> {
            tally.add(result);
            progress.seedDone();
        };
    }
}
