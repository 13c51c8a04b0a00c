package dev.wavetank.reports.rates;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One quantity over virtual time.
 *
 * @param name such as {@code api_requests}
 * @param labels what it is about, such as the component; may be empty
 * @param kind what a value means
 * @param total of a rate how many there were, of a mean how many were averaged, of a level its time integral in seconds
 * @param values one for each interval of the timeline; NaN where a mean has nothing to average
 */
public record RateSeries(String name, Map<String, String> labels, Kind kind, double total, List<Double> values) {

    /** Keeps copies. */
    public RateSeries {
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
        values = List.copyOf(values);
    }

    /** What a value means. */
    public enum Kind {
        /** How many a second. */
        RATE("per second"),
        /** How many at a time, on average over the interval. */
        LEVEL("on average"),
        /** Seconds, the mean of those that ended in the interval. */
        MEAN("seconds, mean");

        private final String unit;

        Kind(String unit) {
            this.unit = unit;
        }

        /** Its unit for people. */
        public String unit() {
            return unit;
        }
    }

    /** The largest value; 0 when there is none. */
    public double peak() {
        return values.stream()
                .mapToDouble(Double::doubleValue)
                .filter(value -> !Double.isNaN(value))
                .max()
                .orElse(0);
    }

    /** Name and labels as Prometheus writes them. */
    public String title() {
        StringBuilder text = new StringBuilder();
        labels.forEach((key, value) -> text.append(text.isEmpty() ? "" : ",")
                .append(key)
                .append("=\"")
                .append(value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n"))
                .append('"'));
        return labels.isEmpty() ? name : name + "{" + text + "}";
    }
}
