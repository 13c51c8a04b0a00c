package dev.wavetank.reports.metrics;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One histogram of one component.
 *
 * @param name of the metric
 * @param labels by name, {@code instance} among them
 * @param buckets how many values are not greater, by the bound in seconds as it is written, the last {@code +Inf}
 * @param sum of all values, in seconds
 * @param count of all values
 */
public record MetricSeries(String name, Map<String, String> labels, Map<String, Long> buckets, double sum, long count) {

    /** Keeps copies. */
    public MetricSeries {
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
        buckets = Collections.unmodifiableMap(new LinkedHashMap<>(buckets));
    }
}
