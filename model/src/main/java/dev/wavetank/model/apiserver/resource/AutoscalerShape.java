package dev.wavetank.model.apiserver.resource;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Autoscalers of {@code autoscaling/v1}: a number for the usage of cpu in the place of a list of metrics, and
 * annotations for the rest ({@link AutoscalerAnnotations}).
 */
final class AutoscalerShape implements Conversion.Shape {

    private static final String SPEC = "spec";
    private static final String STATUS = "status";
    private static final String TARGET = "targetCPUUtilizationPercentage";
    private static final String CURRENT = "currentCPUUtilizationPercentage";
    private static final String METRICS = "metrics";
    private static final String CURRENT_METRICS = "currentMetrics";
    private static final String RESOURCE = "resource";
    private static final String UTILIZATION = "averageUtilization";

    @Override
    public Map<String, Object> inward(Map<String, Object> tree) {
        Map<String, Object> autoscaler = new LinkedHashMap<>(tree);
        Map<String, Object> spec = Conversion.map(autoscaler.get(SPEC));
        Object wanted = spec.remove(TARGET);
        if (wanted != null) {
            Map<String, Object> target = new LinkedHashMap<>();
            target.put("type", "Utilization");
            target.put(UTILIZATION, wanted);
            spec.put(METRICS, List.of(cpu("target", target)));
        }
        Map<String, Object> status = Conversion.map(autoscaler.get(STATUS));
        Object used = status.remove(CURRENT);
        if (used != null) {
            Map<String, Object> current = new LinkedHashMap<>();
            current.put(UTILIZATION, used);
            status.put(CURRENT_METRICS, List.of(cpu("current", current)));
        }
        AutoscalerAnnotations.read(autoscaler, spec, status);
        return with(autoscaler, spec, status);
    }

    /** The tree with these parts; one that was not there and is empty is left out. */
    private static Map<String, Object> with(
            Map<String, Object> autoscaler, Map<String, Object> spec, Map<String, Object> status) {
        if (autoscaler.get(SPEC) != null || !spec.isEmpty()) {
            autoscaler.put(SPEC, spec);
        }
        if (autoscaler.get(STATUS) != null || !status.isEmpty()) {
            autoscaler.put(STATUS, status);
        }
        return autoscaler;
    }

    private static Map<String, Object> cpu(String field, Map<String, Object> value) {
        Map<String, Object> resource = new LinkedHashMap<>();
        resource.put("name", "cpu");
        resource.put(field, value);
        Map<String, Object> metric = new LinkedHashMap<>();
        metric.put("type", "Resource");
        metric.put(RESOURCE, resource);
        return metric;
    }

    @Override
    public Map<String, Object> outward(Map<String, Object> tree) {
        Map<String, Object> autoscaler = new LinkedHashMap<>(tree);
        Map<String, Object> spec = Conversion.map(autoscaler.get(SPEC));
        Map<String, Object> status = Conversion.map(autoscaler.get(STATUS));
        AutoscalerAnnotations.write(autoscaler, spec, status);
        Object wanted = utilization(spec.remove(METRICS), "target");
        spec.remove("behavior");
        if (wanted != null) {
            spec.put(TARGET, wanted);
        }
        Object used = utilization(status.remove(CURRENT_METRICS), "current");
        status.remove("conditions");
        if (used != null) {
            status.put(CURRENT, used);
        }
        return with(autoscaler, spec, status);
    }

    /** The usage of cpu among the metrics; null when it is not there. */
    private static Object utilization(Object metrics, String field) {
        if (metrics instanceof List<?> list) {
            for (Object metric : list) {
                Map<String, Object> resource =
                        Conversion.map(Conversion.map(metric).get(RESOURCE));
                if ("cpu".equals(resource.get("name"))) {
                    return Conversion.map(resource.get(field)).get(UTILIZATION);
                }
            }
        }
        return null;
    }
}
