package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads what laws ask of objects that the store keeps as trees. */
final class Trees {

    private Trees() {}

    static Map<String, Object> spec(GenericObject object) {
        return JsonFields.map(object.other(), "spec");
    }

    static Map<String, Object> status(GenericObject object) {
        return JsonFields.map(object.other(), "status");
    }

    /** A whole number, or the default when it is absent. */
    static int number(Map<String, Object> tree, String field, int otherwise) {
        Long number = JsonFields.number(tree, field);
        return number == null ? otherwise : Math.toIntExact(number);
    }

    /** The label selector of this tree. */
    static LabelSelector selector(Map<String, Object> tree) {
        List<LabelSelector.Requirement> requirements = new ArrayList<>();
        for (Map<String, Object> item : JsonFields.list(tree, "matchExpressions")) {
            requirements.add(new LabelSelector.Requirement(
                    JsonFields.text(item, "key"), JsonFields.text(item, "operator"), JsonFields.texts(item, "values")));
        }
        return new LabelSelector(JsonFields.textMap(tree, "matchLabels"), requirements);
    }
}
