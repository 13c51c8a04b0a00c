package dev.wavetank.cli;

import dev.wavetank.cli.input.SeedRange;
import dev.wavetank.cli.result.ExplorationSummary;
import dev.wavetank.cli.terminal.Interruption;
import dev.wavetank.cli.terminal.Progress;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.properties.explore.Exploration;
import dev.wavetank.properties.explore.ExploredRun;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

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

    /** Runs these seeds, and returns the failures. */
    List<ExploredRun> seeds(SeedRange seeds, int jobs) {
        try (Progress progress = Progress.ofSeeds(seeds.count(), streams)) {
            exploration.requireTargets();
            return run(seeds.first(), seeds.count(), exploration.stopAfter(), jobs, counting(progress));
        } finally {
            tally.stop();
        }
    }

    /** Runs seeds from a first one up for a span of real time in nanoseconds, and returns the failures. */
    List<ExploredRun> during(long span, long first, int jobs) {
        List<ExploredRun> failures = new ArrayList<>();
        long begin = System.nanoTime();
        long next = first;
        exploration.requireTargets();
        try (Progress progress = Progress.ofSeconds(span, streams)) {
            long count = jobs;
            while (failures.size() < exploration.stopAfter() && count > 0 && !interruption.isRequested()) {
                int rest = exploration.stopAfter() - failures.size();
                failures.addAll(run(next, count, rest, jobs, counting(progress)));
                next += count;
                count = halfOfTheRest(next - first, System.nanoTime() - begin, span, jobs);
            }
        } finally {
            tally.stop();
        }
        return failures;
    }

    /** Runs what a guided exploration has saved and what it derives, and returns the failures. */
    List<ExploredRun> guided(Guidance guidance, SeedRange seeds, int jobs) {
        try (Progress progress = Progress.ofSeeds(seeds.count(), streams)) {
            return guidance.run(exploration, seeds, jobs, counting(progress));
        } finally {
            stop(guidance);
        }
    }

    /** The same for a span of real time in nanoseconds. */
    List<ExploredRun> guided(Guidance guidance, long span, long first, int jobs) {
        long begin = System.nanoTime();
        try (Progress progress = Progress.ofSeconds(span, streams)) {
            return guidance.run(
                    exploration,
                    new SeedRange(first, Long.MAX_VALUE - first),
                    jobs,
                    counting(progress, () -> System.nanoTime() - begin < span));
        } finally {
            stop(guidance);
        }
    }

    private void stop(Guidance guidance) {
        tally.stop();
        guidance.explored(tally.lastSeed());
    }

    private List<ExploredRun> run(long first, long count, int stopAfter, int jobs, Exploration.Observer observer) {
        return exploration.stoppingAfter(stopAfter).run(exploration::input, first, count, jobs, observer);
    }

    /** How many seeds take about half of the time that is left, at the pace so far; 0 when none is left. */
    private static long halfOfTheRest(long seeds, long elapsed, long span, int jobs) {
        if (elapsed >= span) {
            return 0;
        }
        return Math.max(jobs, (long) ((double) seeds / elapsed * (span - elapsed) / 2));
    }

    private Exploration.Observer counting(Progress progress) {
        return counting(progress, () -> true);
    }

    private Exploration.Observer counting(Progress progress, BooleanSupplier hasTime) {
        return new Exploration.Observer() {
            @Override
            public void finished(ExploredRun run) {
                tally.add(run);
                progress.stepDone();
            }

            @Override
            public boolean wantsMore() {
                return hasTime.getAsBoolean() && !interruption.isRequested();
            }
        };
    }
}
