package dev.wavetank.cli.measurement;

import dev.wavetank.cli.input.BadInputException;
import dev.wavetank.cli.input.SeedRange;
import dev.wavetank.cli.input.SpanConverter;
import dev.wavetank.cli.terminal.Interruption;
import dev.wavetank.cli.terminal.Progress;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.reports.journey.Stage;
import dev.wavetank.reports.measure.Measurement;
import dev.wavetank.reports.measure.Replications;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say which runs are made. */
public final class SeedOptions {

    /** More cannot be told apart in memory. */
    private static final long SEEDS_MAX = 1_000_000;

    @Option(
            names = "--seeds",
            paramLabel = "N|A..B",
            converter = SeedRange.Converter.class,
            description = "One seed, or all from A to B; 1..20 by default. More seeds make the intervals"
                    + " narrower: four times as many halve them.")
    private SeedRange seeds = new SeedRange(1, 20);

    @Option(
            names = "--jobs",
            paramLabel = "N",
            description = "Seeds at the same time; one for each core by default. Changes nothing but the speed.")
    private int jobs = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--warm-up",
            paramLabel = "SPAN",
            converter = SpanConverter.class,
            description = "Leave out pods that were created in the first so much virtual time, such as 10m; none are"
                    + " by default.")
    private @Nullable Long warmUp;

    /** The first seed. */
    public long first() {
        return seeds.first();
    }

    /** The time to warm up, in nanoseconds. */
    public long warmUp() {
        return warmUp == null ? 0 : warmUp;
    }

    /** Whether all seeds have been run. */
    public boolean isComplete(Measurement measurement) {
        return measurement.replications().size() == seeds.count();
    }

    /**
     * Makes the runs, with a progress bar on a terminal, until all are made or Ctrl-C comes.
     *
     * @param plan the runs, without the seeds
     * @param stages of which samples are kept
     */
    public List<Measurement> run(Replications plan, Set<Stage> stages, Streams streams, Interruption interruption) {
        if (jobs < 1) {
            throw new BadInputException("--jobs must be at least 1, was " + jobs);
        }
        if (seeds.count() > SEEDS_MAX) {
            throw new BadInputException("--seeds has more than a million seeds: measure fewer");
        }
        try (Progress progress = Progress.ofSeeds(seeds.count(), streams)) {
            return plan.seeds(seeds.first(), seeds.first() + seeds.count() - 1)
                    .jobs(jobs)
                    .warmUp(warmUp())
                    .stages(new TreeSet<>(stages))
                    .observer(observer(progress, interruption))
                    .runAll();
        }
    }

    private static Replications.Observer observer(Progress progress, Interruption interruption) {
        return new Replications.Observer() {
            @Override
            public void seedDone() {
                progress.stepDone();
            }

            @Override
            public boolean wantsMore() {
                return !interruption.isRequested();
            }
        };
    }
}
