package dev.wavetank.model.apiserver.resource;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/** Autoscalers of {@code autoscaling/v2beta1}: metrics are written otherwise, and no field sets the pace of scaling. */
final class AutoscalerBetaShape implements Conversion.Shape {

    private static final String SPEC = "spec";
    private static final String STATUS = "status";
    private static final String METRICS = "metrics";
    private static final String CURRENT_METRICS = "currentMetrics";

    @Override
    public Map<String, Object> inward(Map<String, Object> tree) {
        return converted(tree, OldMetrics::inward, AutoscalerAnnotations::takeBehavior);
    }

    @Override
    public Map<String, Object> outward(Map<String, Object> tree) {
        return converted(tree, OldMetrics::outward, AutoscalerAnnotations::putBehavior);
    }

    /**
     * The tree in the other version.
     *
     * @param metrics writes metrics as that version does
     * @param behavior moves the pace between the annotations and a specification
     */
    private static Map<String, Object> converted(
            Map<String, Object> tree,
            BiFunction<OldMetrics.Side, Object, Object> metrics,
            BiConsumer<AutoscalerAnnotations, Map<String, Object>> behavior) {
        Map<String, Object> autoscaler = new LinkedHashMap<>(tree);
        AutoscalerAnnotations annotations = new AutoscalerAnnotations(autoscaler);
        autoscaler.computeIfPresent(SPEC, (field, old) -> {
            Map<String, Object> spec = Conversion.map(old);
            spec.computeIfPresent(METRICS, (name, list) -> metrics.apply(OldMetrics.Side.TARGET, list));
            behavior.accept(annotations, spec);
            return spec;
        });
        autoscaler.computeIfPresent(STATUS, (field, old) -> {
            Map<String, Object> status = Conversion.map(old);
            status.computeIfPresent(CURRENT_METRICS, (name, list) -> metrics.apply(OldMetrics.Side.CURRENT, list));
            return status;
        });
        annotations.putInto(autoscaler);
        return autoscaler;
    }
}
