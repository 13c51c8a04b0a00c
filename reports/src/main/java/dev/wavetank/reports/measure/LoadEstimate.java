package dev.wavetank.reports.measure;

import org.jspecify.annotations.Nullable;

/**
 * How many requests of a load are not answered.
 *
 * @param load its name
 * @param count the requests of all runs
 * @param interval of the number of failed ones of a thousand; null for a single run
 */
public record LoadEstimate(
        String load, LoadCount count, @Nullable Interval interval) {}
