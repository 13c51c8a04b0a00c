package dev.wavetank.cli;

import dev.wavetank.cli.input.SeedRange;
import dev.wavetank.cli.result.ExplorationSummary;
import dev.wavetank.cli.terminal.Interruption;
import dev.wavetank.cli.terminal.Progress;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.properties.explore.Exploration;
import dev.wavetank.properties.explore.ExploredRun;
import dev.wavetank.properties.explore.RunResult;
import java.util.ArrayList;
import java.util.List;

/** Runs seeds and counts the outcomes, with a progress bar on a terminal. */
final class ExplorationRun {

    private final Exploration exploration;
    private final Streams streams;
    private final Interruption interruption;
    private final ExplorationSummary tally;

    /**
     * Explores a scenario.
     *
     * @param exploration what to run, and after how many failures to stop
     * @param interruption ends it early
     * @param tally counts the runs
     */
    ExplorationRun(Exploration exploration, Streams streams, Interruption interruption, ExplorationSummary tally) {
        this.exploration = exploration;
        this.streams = streams;
        this.interruption = interruption;
        this.tally = tally;
    }

    /** The scenario of a seed, with its faults. */
    Scenario scenarioOf(long seed) {
        return exploration.source().forSeed(seed);
    }

    /** Runs these seeds, and returns the failures. */
    List<RunResult> seeds(SeedRange seeds, int jobs) {
        try (Progress progress = Progress.ofSeeds(seeds.count(), streams)) {
            return exploration.run(seeds.first(), seeds.count(), jobs, counting(progress));
        } finally {
            tally.stop();
        }
    }

    /** Runs seeds from 1 up for a span of real time in nanoseconds, and returns the failures. */
    List<RunResult> during(long span, int jobs) {
        List<RunResult> failures = new ArrayList<>();
        long begin = System.nanoTime();
        long next = 1;
        try (Progress progress = Progress.ofSeconds(span, streams)) {
            long count = jobs;
            while (failures.size() < exploration.stopAfter() && count > 0 && !interruption.isRequested()) {
                failures.addAll(exploration
                        .stoppingAfter(exploration.stopAfter() - failures.size())
                        .run(next, count, jobs, counting(progress)));
                next += count;
                count = halfOfTheRest(next - 1, System.nanoTime() - begin, span, jobs);
            }
        } finally {
            tally.stop();
        }
        return failures;
    }

    /** How many seeds take about half of the time that is left, at the pace so far; 0 when none is left. */
    private static long halfOfTheRest(long seeds, long elapsed, long span, int jobs) {
        if (elapsed >= span) {
            return 0;
        }
        return Math.max(jobs, (long) ((double) seeds / elapsed * (span - elapsed) / 2));
    }

    private Exploration.Observer counting(Progress progress) {
        return new Exploration.Observer() {
            @Override
            public void finished(ExploredRun run) {
                tally.add(run);
                progress.stepDone();
            }

            @Override
            public boolean wantsMore() {
                return !interruption.isRequested();
            }
        };
    }
}
