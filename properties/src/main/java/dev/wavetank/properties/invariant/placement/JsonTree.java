package dev.wavetank.properties.invariant.placement;

import dev.wavetank.model.api.LabelSelector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads fields of objects that the API's records keep as JSON trees. */
final class JsonTree {

    private JsonTree() {}

    /** The field of a tree, or null. */
    static @Nullable Object child(@Nullable Object tree, String field) {
        return tree instanceof Map<?, ?> map ? map.get(field) : null;
    }

    /** The elements of a field; none when it is absent. */
    static List<?> list(@Nullable Object tree, String field) {
        return child(tree, field) instanceof List<?> list ? list : List.of();
    }

    /** The texts of a field; none when it is absent. */
    static List<String> texts(@Nullable Object tree, String field) {
        List<String> texts = new ArrayList<>();
        list(tree, field).forEach(element -> texts.add(String.valueOf(element)));
        return texts;
    }

    /** The text of a field; empty when it is absent. */
    static String text(@Nullable Object tree, String field) {
        Object value = child(tree, field);
        return value == null ? "" : String.valueOf(value);
    }

    /** The number of a field. */
    static int number(@Nullable Object tree, String field, int otherwise) {
        return child(tree, field) instanceof Number number ? number.intValue() : otherwise;
    }

    /** The requirements of a field such as {@code matchExpressions}. */
    static List<LabelSelector.Requirement> requirements(@Nullable Object tree, String field) {
        List<LabelSelector.Requirement> requirements = new ArrayList<>();
        for (Object one : list(tree, field)) {
            requirements.add(
                    new LabelSelector.Requirement(text(one, "key"), text(one, "operator"), texts(one, "values")));
        }
        return requirements;
    }

    /** The label selector of a field, or null when it is absent. */
    static @Nullable LabelSelector selector(@Nullable Object tree, String field) {
        Object selector = child(tree, field);
        if (selector == null) {
            return null;
        }
        Map<String, String> labels = new LinkedHashMap<>();
        if (child(selector, "matchLabels") instanceof Map<?, ?> map) {
            map.forEach((key, value) -> labels.put(String.valueOf(key), String.valueOf(value)));
        }
        return new LabelSelector(labels, requirements(selector, "matchExpressions"));
    }
}
