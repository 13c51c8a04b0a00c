package dev.wavetank.model.apiserver.resource;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Metrics of autoscalers as {@code autoscaling/v2beta1} writes them, and the annotations of {@code autoscaling/v1}: a
 * target is a field whose name determines its type. Values without a type of their own, such as the target of an
 * external metric, are distinguished by their field.
 */
final class OldMetrics {

    private static final String NAME = "name";
    private static final String METRIC = "metric";
    private static final String METRIC_NAME = "metricName";
    private static final String SELECTOR = "selector";
    private static final String DESCRIBED = "describedObject";
    private static final String AVERAGE_VALUE = "averageValue";
    private static final String UTILIZATION = "averageUtilization";
    private static final String VALUE = "value";

    /** Whether metrics say what is wanted or what is. */
    enum Side {
        /** Of the specification. */
        TARGET("target"),
        /** Of the status. */
        CURRENT("current");

        private final String field;

        Side(String field) {
            this.field = field;
        }
    }

    private OldMetrics() {}

    /** The metrics of {@code v2}. */
    static List<Object> inward(Side side, Object metrics) {
        return each(metrics, (source, metric) -> {
            Map<String, Object> values = new LinkedHashMap<>();
            boolean ofObject = source.equals("object");
            take(metric, side.field + "AverageUtilization", values, UTILIZATION);
            take(metric, side.field + "AverageValue", values, AVERAGE_VALUE);
            take(metric, ofObject ? AVERAGE_VALUE : "", values, AVERAGE_VALUE);
            take(metric, side.field + "Value", values, VALUE);
            Map<String, Object> result = new LinkedHashMap<>();
            if (ofObject) {
                take(metric, "target", result, DESCRIBED);
            }
            Map<String, Object> identifier = new LinkedHashMap<>();
            take(metric, METRIC_NAME, identifier, NAME);
            take(metric, selector(source), identifier, SELECTOR);
            if (!identifier.isEmpty()) {
                result.put(METRIC, identifier);
            }
            result.putAll(metric);
            result.put(side.field, side == Side.TARGET ? typed(values) : values);
            return result;
        });
    }

    private static Map<String, Object> typed(Map<String, Object> values) {
        Map<String, Object> target = new LinkedHashMap<>();
        // A target of zero beside an average is how objects write that they have none.
        if (values.containsKey(AVERAGE_VALUE)) {
            values.remove(VALUE, "0");
        }
        target.put(
                "type",
                values.containsKey(UTILIZATION)
                        ? "Utilization"
                        : values.containsKey(AVERAGE_VALUE) ? "AverageValue" : "Value");
        target.putAll(values);
        return target;
    }

    /** Metrics of {@code v2} in the old form. */
    static List<Object> outward(Side side, Object metrics) {
        return each(metrics, (source, metric) -> {
            boolean ofObject = source.equals("object");
            Map<String, Object> values = Conversion.map(metric.remove(side.field));
            Map<String, Object> identifier = Conversion.map(metric.remove(METRIC));
            Map<String, Object> result = new LinkedHashMap<>();
            take(metric, DESCRIBED, result, "target");
            take(identifier, NAME, result, METRIC_NAME);
            take(identifier, SELECTOR, result, selector(source));
            result.putAll(metric);
            take(values, UTILIZATION, result, side.field + "AverageUtilization");
            if (ofObject) {
                // It must have one.
                result.put(side.field + "Value", "0");
            }
            take(values, AVERAGE_VALUE, result, ofObject ? AVERAGE_VALUE : side.field + "AverageValue");
            take(values, VALUE, result, side.field + "Value");
            return result;
        });
    }

    private static String selector(String source) {
        return source.equals("external") ? "metricSelector" : SELECTOR;
    }

    private static void take(Map<String, Object> from, String field, Map<String, Object> to, String name) {
        if (from.get(field) != null) {
            to.put(name, from.remove(field));
        }
    }

    /** Changes the description of a metric's source: the one field beside its type. */
    @FunctionalInterface
    private interface Change {

        /** The source, such as {@code resource}, and its description. */
        Map<String, Object> of(String source, Map<String, Object> metric);
    }

    private static List<Object> each(Object metrics, Change change) {
        List<Object> changed = new ArrayList<>();
        if (metrics instanceof List<?> list) {
            for (Object item : list) {
                Map<String, Object> metric = Conversion.map(item);
                metric.replaceAll((source, value) ->
                        value instanceof Map<?, ?> ? change.of(source, Conversion.map(value)) : value);
                changed.add(metric);
            }
        }
        return changed;
    }
}
