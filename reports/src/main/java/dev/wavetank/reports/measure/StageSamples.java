package dev.wavetank.reports.measure;

import java.util.Arrays;

/**
 * The samples of one stage in one run.
 *
 * @param micros in microseconds, smallest first
 * @param never how many pods began the stage and had not ended it when the run ended
 */
public record StageSamples(long[] micros, long never) {

    /** Nothing was seen. */
    public static final StageSamples NONE = new StageSamples(new long[0], 0);

    /** Sorts a copy. */
    public StageSamples {
        micros = micros.clone();
        Arrays.sort(micros);
        if (never < 0 || (micros.length > 0 && micros[0] < 0)) {
            throw new IllegalArgumentException("neither a time nor a number of pods can be negative");
        }
    }

    /** How many pods began the stage. */
    public long count() {
        return micros.length + never;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StageSamples that && Arrays.equals(micros, that.micros) && never == that.never;
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(micros) + Long.hashCode(never);
    }

    @Override
    public String toString() {
        return Arrays.toString(micros) + ", never " + never;
    }
}
