package dev.wavetank.model.apiserver.resource;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Autoscalers of {@code autoscaling/v1}: a number for the usage of cpu in the place of a list of metrics. What has no
 * field there stands in annotations, so that nothing is lost on the way to and fro; see {@code
 * pkg/apis/autoscaling/v1/conversion.go}.
 */
final class AutoscalerShape implements Conversion.Shape {

    private static final String SPEC = "spec";
    private static final String STATUS = "status";
    private static final String TARGET = "targetCPUUtilizationPercentage";
    private static final String CURRENT = "currentCPUUtilizationPercentage";
    private static final String METRICS = "metrics";
    private static final String CURRENT_METRICS = "currentMetrics";
    private static final String CONDITIONS = "conditions";
    private static final String RESOURCE = "resource";
    private static final String UTILIZATION = "averageUtilization";

    @Override
    public Map<String, Object> inward(Map<String, Object> tree) {
        Map<String, Object> autoscaler = new LinkedHashMap<>(tree);
        AutoscalerAnnotations annotations = new AutoscalerAnnotations(autoscaler);
        if (autoscaler.get(SPEC) != null) {
            Map<String, Object> spec = Conversion.map(autoscaler.get(SPEC));
            List<Object> metrics = new ArrayList<>();
            Object percent = spec.get(TARGET);
            if (percent != null) {
                Map<String, Object> target = new LinkedHashMap<>();
                target.put("type", "Utilization");
                target.put(UTILIZATION, percent);
                metrics.add(cpu("target", target));
            }
            annotations
                    .take(AutoscalerAnnotations.METRICS)
                    .ifPresent(others -> metrics.addAll(OldMetrics.inward(OldMetrics.Side.TARGET, others)));
            if (!metrics.isEmpty()) {
                spec.put(METRICS, metrics);
            } else if (spec.containsKey(TARGET)) {
                // A patch takes the number away.
                spec.put(METRICS, null);
            }
            spec.remove(TARGET);
            annotations.takeBehavior(spec);
            autoscaler.put(SPEC, spec);
        }
        Map<String, Object> status = Conversion.map(autoscaler.get(STATUS));
        Object percent = status.remove(CURRENT);
        if (percent != null) {
            Map<String, Object> current = new LinkedHashMap<>();
            current.put(UTILIZATION, percent);
            status.put(CURRENT_METRICS, List.of(cpu("current", current)));
        }
        annotations
                .take(AutoscalerAnnotations.CURRENT_METRICS)
                .ifPresent(all -> status.put(CURRENT_METRICS, OldMetrics.inward(OldMetrics.Side.CURRENT, all)));
        annotations.take(AutoscalerAnnotations.CONDITIONS).ifPresent(all -> status.put(CONDITIONS, all));
        if (autoscaler.get(STATUS) != null || !status.isEmpty()) {
            autoscaler.put(STATUS, status);
        }
        annotations.putInto(autoscaler);
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
        AutoscalerAnnotations annotations = new AutoscalerAnnotations(autoscaler);
        if (autoscaler.get(SPEC) != null) {
            Map<String, Object> spec = Conversion.map(autoscaler.get(SPEC));
            List<Object> others = new ArrayList<>();
            for (Object metric : list(spec.remove(METRICS))) {
                Object percent = utilization(metric, "target");
                if (percent == null || spec.putIfAbsent(TARGET, percent) != null) {
                    others.add(metric);
                }
            }
            annotations.put(AutoscalerAnnotations.METRICS, OldMetrics.outward(OldMetrics.Side.TARGET, others));
            annotations.putBehavior(spec);
            autoscaler.put(SPEC, spec);
        }
        if (autoscaler.get(STATUS) != null) {
            Map<String, Object> status = Conversion.map(autoscaler.get(STATUS));
            List<?> metrics = list(status.remove(CURRENT_METRICS));
            for (Object metric : metrics) {
                Object percent = utilization(metric, "current");
                if (percent != null) {
                    status.putIfAbsent(CURRENT, percent);
                }
            }
            annotations.put(
                    AutoscalerAnnotations.CURRENT_METRICS, OldMetrics.outward(OldMetrics.Side.CURRENT, metrics));
            annotations.put(AutoscalerAnnotations.CONDITIONS, list(status.remove(CONDITIONS)));
            autoscaler.put(STATUS, status);
        }
        annotations.putInto(autoscaler);
        return autoscaler;
    }

    private static List<?> list(Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    /** The usage of cpu if a metric is about that; null when it is not. */
    private static Object utilization(Object metric, String field) {
        Map<String, Object> resource = Conversion.map(Conversion.map(metric).get(RESOURCE));
        return "cpu".equals(resource.get("name"))
                ? Conversion.map(resource.get(field)).get(UTILIZATION)
                : null;
    }
}
