package dev.wavetank.cli.input;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The extent of an exploration: a number of seeds, or a duration. */
public final class Extent {

    private static final long SEEDS = 100;

    @Option(
            names = "--seeds",
            paramLabel = "N|A..B",
            converter = SeedRange.Converter.class,
            description = "One seed, or all from A to B: 10 is seed 10 alone, 1..10 are ten seeds. 1..100 by default.")
    private @Nullable SeedRange seeds;

    @Option(
            names = "--for",
            paramLabel = "SPAN",
            converter = SpanConverter.class,
            description = "Explore for so much real time, such as 60s, from seed 1 up, or from where the corpus ends.")
    private @Nullable Long span;

    /**
     * The seeds that are asked for.
     *
     * @param first the first one when none is named
     */
    public SeedRange seeds(long first) {
        return seeds == null ? new SeedRange(first, SEEDS) : seeds;
    }

    /** How long to explore, in nanoseconds of real time; null when it is the number of seeds that counts. */
    public @Nullable Long span() {
        return span;
    }
}
