package dev.wavetank.model.apiserver.resource;

import java.util.LinkedHashMap;
import java.util.Map;

/** Autoscalers of {@code autoscaling/v2beta1}: metrics are written otherwise, and no field tells their pace. */
final class AutoscalerBetaShape implements Conversion.Shape {

    private static final String SPEC = "spec";
    private static final String STATUS = "status";
    private static final String METRICS = "metrics";
    private static final String CURRENT_METRICS = "currentMetrics";

    @Override
    public Map<String, Object> inward(Map<String, Object> tree) {
        Map<String, Object> autoscaler = new LinkedHashMap<>(tree);
        AutoscalerAnnotations annotations = new AutoscalerAnnotations(autoscaler);
        autoscaler.computeIfPresent(SPEC, (field, old) -> {
            Map<String, Object> spec = Conversion.map(old);
            spec.computeIfPresent(METRICS, (name, metrics) -> OldMetrics.inward(OldMetrics.Side.TARGET, metrics));
            annotations.takeBehavior(spec);
            return spec;
        });
        autoscaler.computeIfPresent(STATUS, (field, old) -> {
            Map<String, Object> status = Conversion.map(old);
            status.computeIfPresent(
                    CURRENT_METRICS, (name, metrics) -> OldMetrics.inward(OldMetrics.Side.CURRENT, metrics));
            return status;
        });
        annotations.putInto(autoscaler);
        return autoscaler;
    }

    @Override
    public Map<String, Object> outward(Map<String, Object> tree) {
        Map<String, Object> autoscaler = new LinkedHashMap<>(tree);
        AutoscalerAnnotations annotations = new AutoscalerAnnotations(autoscaler);
        autoscaler.computeIfPresent(SPEC, (field, old) -> {
            Map<String, Object> spec = Conversion.map(old);
            spec.computeIfPresent(METRICS, (name, metrics) -> OldMetrics.outward(OldMetrics.Side.TARGET, metrics));
            annotations.putBehavior(spec);
            return spec;
        });
        autoscaler.computeIfPresent(STATUS, (field, old) -> {
            Map<String, Object> status = Conversion.map(old);
            status.computeIfPresent(
                    CURRENT_METRICS, (name, metrics) -> OldMetrics.outward(OldMetrics.Side.CURRENT, metrics));
            return status;
        });
        annotations.putInto(autoscaler);
        return autoscaler;
    }
}
