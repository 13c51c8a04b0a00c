package dev.wavetank.reports.journey;

/**
 * The latencies of one stage. All times are virtual, in microseconds, exact to three significant digits.
 *
 * @param stage which one
 * @param count number of samples, at least 1
 * @param p50 median
 * @param p90 90th percentile
 * @param p99 99th percentile
 * @param p999 99.9th percentile
 * @param max largest sample
 * @param mean arithmetic mean
 */
public record StageLatency(Stage stage, long count, long p50, long p90, long p99, long p999, long max, double mean) {}
