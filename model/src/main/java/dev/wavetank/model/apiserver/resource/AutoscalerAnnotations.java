package dev.wavetank.model.apiserver.resource;

import dev.wavetank.model.codec.JsonText;
import dev.wavetank.model.codec.ObjectCodec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * What {@code autoscaling/v1} has no fields for, and keeps in annotations: metrics beside the usage of cpu, behavior,
 * current metrics and conditions, as JSON texts in which metrics have the flat form of that version.
 */
final class AutoscalerAnnotations {

    private static final ObjectCodec CODEC = new ObjectCodec();
    private static final String PREFIX = "autoscaling.alpha.kubernetes.io/";
    private static final String METRICS = PREFIX + "metrics";
    private static final String CURRENT = PREFIX + "current-metrics";
    private static final String CONDITIONS = PREFIX + "conditions";
    private static final String BEHAVIOR = PREFIX + "behavior";
    private static final String METADATA = "metadata";
    private static final String ANNOTATIONS = "annotations";
    private static final String VALUE = "Value";
    private static final String AVERAGE_VALUE = "AverageValue";
    private static final String METRIC_NAME = "metricName";
    private static final String DESCRIBED = "describedObject";

    private AutoscalerAnnotations() {}

    /** Writes the annotations of a tree from the parts of its spec and status in the canonical version. */
    static void write(Map<String, Object> tree, Map<String, Object> spec, Map<String, Object> status) {
        Map<String, Object> texts = new LinkedHashMap<>();
        putList(texts, METRICS, withoutCpu(spec.get("metrics")), metric -> flat(metric, "target"));
        putList(texts, CURRENT, list(status.get("currentMetrics")), metric -> flat(metric, "current"));
        putList(texts, CONDITIONS, list(status.get("conditions")), condition -> condition);
        if (spec.get("behavior") instanceof Map<?, ?> behavior) {
            texts.put(BEHAVIOR, CODEC.json(Conversion.map(capitals(behavior, true))));
        }
        if (!texts.isEmpty()) {
            Map<String, Object> metadata = Conversion.map(tree.get(METADATA));
            Map<String, Object> annotations = Conversion.map(metadata.get(ANNOTATIONS));
            annotations.putAll(texts);
            metadata.put(ANNOTATIONS, annotations);
            tree.put(METADATA, metadata);
        }
    }

    private static void putList(
            Map<String, Object> texts, String key, List<Object> items, UnaryOperator<Map<String, Object>> form) {
        if (!items.isEmpty()) {
            List<Object> formed = new ArrayList<>();
            items.forEach(item -> formed.add(form.apply(Conversion.map(item))));
            Map<String, Object> whole = new LinkedHashMap<>();
            whole.put("l", formed);
            String text = CODEC.json(whole);
            texts.put(key, text.substring(text.indexOf('['), text.length() - 1));
        }
    }

    private static List<Object> list(Object items) {
        return items instanceof List<?> list ? new ArrayList<>(list) : new ArrayList<>();
    }

    private static List<Object> withoutCpu(Object metrics) {
        List<Object> others = list(metrics);
        others.removeIf(metric -> {
            Map<String, Object> resource = Conversion.map(Conversion.map(metric).get("resource"));
            return "cpu".equals(resource.get("name"))
                    && Conversion.map(resource.get("target")).get("averageUtilization") != null;
        });
        return others;
    }

    /** Reads the annotations of a tree into its spec and status, and takes them away. */
    static void read(Map<String, Object> tree, Map<String, Object> spec, Map<String, Object> status) {
        Map<String, Object> metadata = Conversion.map(tree.get(METADATA));
        Map<String, Object> annotations = Conversion.map(metadata.get(ANNOTATIONS));
        if (annotations.keySet().stream().noneMatch(key -> key.startsWith(PREFIX))) {
            return;
        }
        List<Object> metrics = parsed(annotations.remove(METRICS));
        if (!metrics.isEmpty()) {
            List<Object> all = list(spec.get("metrics"));
            metrics.forEach(metric -> all.add(deep(Conversion.map(metric), "target")));
            spec.put("metrics", all);
        }
        List<Object> current = parsed(annotations.remove(CURRENT));
        if (!current.isEmpty()) {
            status.put(
                    "currentMetrics",
                    current.stream()
                            .map(metric -> deep(Conversion.map(metric), "current"))
                            .toList());
        }
        List<Object> conditions = parsed(annotations.remove(CONDITIONS));
        if (!conditions.isEmpty()) {
            status.put("conditions", conditions);
        }
        if (annotations.remove(BEHAVIOR) instanceof String text) {
            spec.put("behavior", capitals(JsonText.parse(text), false));
        }
        metadata.put(ANNOTATIONS, annotations);
        tree.put(METADATA, metadata);
    }

    private static List<Object> parsed(Object text) {
        return text instanceof String json ? list(JsonText.parse(json)) : new ArrayList<>();
    }

    /** The same tree with fields named as Go or as JSON names them. */
    private static Object capitals(Object tree, boolean upper) {
        if (tree instanceof List<?> list) {
            List<Object> items = new ArrayList<>();
            list.forEach(item -> items.add(capitals(item, upper)));
            return items;
        }
        if (!(tree instanceof Map<?, ?>)) {
            return tree;
        }
        Map<String, Object> named = new LinkedHashMap<>();
        Conversion.map(tree).forEach((field, value) -> {
            char first = field.charAt(0);
            char changed = upper ? Character.toUpperCase(first) : Character.toLowerCase(first);
            named.put(changed + field.substring(1), capitals(value, upper));
        });
        return named;
    }

    private static String part(Map<String, Object> metric) {
        String type = String.valueOf(metric.get("type"));
        return type.isEmpty() ? "" : Character.toLowerCase(type.charAt(0)) + type.substring(1);
    }

    /** A metric in the form of version one; {@code which} is {@code target} or {@code current}. */
    private static Map<String, Object> flat(Map<String, Object> metric, String which) {
        String name = part(metric);
        Map<String, Object> part = Conversion.map(metric.get(name));
        Map<String, Object> values = Conversion.map(part.get(which));
        Map<String, Object> identifier = Conversion.map(part.get("metric"));
        Map<String, Object> flat = new LinkedHashMap<>();
        boolean object = name.equals("object");
        put(flat, "name", part.get("name"));
        put(flat, "target", object ? part.get(DESCRIBED) : null);
        put(flat, METRIC_NAME, identifier.get("name"));
        if (name.equals("external")) {
            put(flat, "metricSelector", identifier.get("selector"));
        }
        boolean always = object || name.equals("external") && which.equals("current");
        put(flat, which + VALUE, always ? values.getOrDefault("value", "0") : values.get("value"));
        put(flat, which + "AverageUtilization", values.get("averageUtilization"));
        put(flat, object ? "" : which + AVERAGE_VALUE, object ? null : values.get("averageValue"));
        put(flat, "selector", name.equals("external") ? null : identifier.get("selector"));
        put(flat, "averageValue", object ? values.get("averageValue") : null);
        put(flat, "container", part.get("container"));
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("type", metric.get("type"));
        put(result, name, name.isEmpty() ? null : flat);
        return result;
    }

    private static void put(Map<String, Object> tree, String field, Object value) {
        if (value != null) {
            tree.put(field, value);
        }
    }

    /** A metric in the canonical form. */
    private static Map<String, Object> deep(Map<String, Object> metric, String which) {
        String name = part(metric);
        Map<String, Object> flat = Conversion.map(metric.get(name));
        boolean object = name.equals("object");
        Map<String, Object> values = new LinkedHashMap<>();
        Object average = flat.get(object ? "averageValue" : which + AVERAGE_VALUE);
        Object whole = flat.get(which + VALUE);
        put(values, "averageUtilization", flat.get(which + "AverageUtilization"));
        put(values, "averageValue", average);
        put(values, "value", "0".equals(whole) && average != null ? null : whole);
        if (which.equals("target")) {
            String relative = values.containsKey("averageUtilization") ? "Utilization" : VALUE;
            values.put("type", average != null ? AVERAGE_VALUE : relative);
        }
        Map<String, Object> part = new LinkedHashMap<>();
        put(part, "name", flat.get("name"));
        put(part, "container", flat.get("container"));
        put(part, DESCRIBED, object ? flat.get("target") : null);
        if (flat.get(METRIC_NAME) != null) {
            Map<String, Object> identifier = new LinkedHashMap<>();
            identifier.put("name", flat.get(METRIC_NAME));
            put(identifier, "selector", flat.getOrDefault("metricSelector", flat.get("selector")));
            part.put("metric", identifier);
        }
        part.put(which, values);
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("type", metric.get("type"));
        put(result, name, name.isEmpty() ? null : part);
        return result;
    }
}
