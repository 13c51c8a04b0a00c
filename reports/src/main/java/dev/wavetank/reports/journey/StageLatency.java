package dev.wavetank.reports.journey;

/**
 * The latencies of one stage. All times are virtual, in microseconds, exact to three significant digits.
 *
 * @param stage which one
 * @param count number of samples, at least 1
 * @param wanted how many pods were wanted at the end; 0 when that is not known
 * @param missing how many of those never came to the end of the stage
 * @param isStopped whether a violation has stopped the run before that
 * @param p50 median
 * @param p90 90th percentile
 * @param p99 99th percentile
 * @param p999 99.9th percentile
 * @param max largest sample
 * @param mean arithmetic mean
 */
public record StageLatency(
        Stage stage,
        long count,
        long wanted,
        long missing,
        boolean isStopped,
        long p50,
        long p90,
        long p99,
        long p999,
        long max,
        double mean) {

    /** Over how many pods its figures are, and how many are not in them: a percentile says nothing of those. */
    public String population() {
        String over = count + (count == 1 ? " pod" : " pods");
        return missing == 0
                ? over
                : over + "; " + missing + " of " + wanted + " wanted "
                        + (isStopped ? "had not got there when the run stopped" : "never got there");
    }
}
