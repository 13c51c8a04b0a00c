package dev.wavetank.model.apiserver.registry.generic;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.apiserver.registry.strategy.ScaleView;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The scale of objects that are kept as JSON trees: StatefulSets and ReplicationControllers. */
final class TreeScale {

    private static final String REPLICAS = "replicas";
    private static final String SPEC = "spec";

    private TreeScale() {}

    static ScaleView of(GenericObject object) {
        Map<String, Object> spec = JsonFields.map(object.other(), SPEC);
        Map<String, Object> status = JsonFields.map(object.other(), "status");
        return new ScaleView(
                number(spec),
                number(status),
                spec.get("selector") == null
                        ? null
                        : selector(JsonFields.map(spec, "selector")).query());
    }

    private static Integer number(Map<String, Object> tree) {
        Long number = JsonFields.number(tree, REPLICAS);
        return number == null ? null : Integer.valueOf(number.intValue());
    }

    /** ReplicationControllers know only labels. */
    private static LabelSelector selector(Map<String, Object> tree) {
        boolean structured = tree.get("matchLabels") instanceof Map || tree.get("matchExpressions") instanceof List;
        if (!structured) {
            return new LabelSelector(
                    JsonFields.textMap(Collections.singletonMap("labels", tree), "labels"), Collections.emptyList());
        }
        List<LabelSelector.Requirement> requirements = new ArrayList<>(0);
        for (Map<String, Object> one : JsonFields.list(tree, "matchExpressions")) {
            requirements.add(new LabelSelector.Requirement(
                    JsonFields.text(one, "key"), JsonFields.text(one, "operator"), JsonFields.texts(one, "values")));
        }
        return new LabelSelector(JsonFields.textMap(tree, "matchLabels"), requirements);
    }

    static GenericObject scaled(GenericObject object, int replicas) {
        Map<String, Object> spec = new LinkedHashMap<>(JsonFields.map(object.other(), SPEC));
        spec.put(REPLICAS, (long) replicas);
        Map<String, Object> fields = new LinkedHashMap<>(object.other());
        fields.put(SPEC, spec);
        return object.withOther(fields);
    }
}
