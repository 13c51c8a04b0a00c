package dev.wavetank.model.scheduler.framework;

import dev.wavetank.model.api.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads label selectors from the JSON trees of fields that pods keep as they were sent. */
public final class SelectorReader {

    private SelectorReader() {}

    /** The selector; null when there is none, which matches nothing. */
    public static @Nullable LabelSelector selector(@Nullable Object tree) {
        if (!(tree instanceof Map<?, ?> map)) {
            return null;
        }
        Map<String, String> labels = new TreeMap<>();
        if (map.get("matchLabels") instanceof Map<?, ?> given) {
            given.forEach((key, value) -> labels.put(String.valueOf(key), String.valueOf(value)));
        }
        List<LabelSelector.Requirement> requirements = new ArrayList<>(0);
        if (map.get("matchExpressions") instanceof List<?> list) {
            for (Object each : list) {
                if (each instanceof Map<?, ?> one) {
                    requirements.add(new LabelSelector.Requirement(
                            String.valueOf(one.get("key")),
                            String.valueOf(one.get("operator")),
                            texts(one.get("values"))));
                }
            }
        }
        return new LabelSelector(labels, requirements);
    }

    /** The texts of a list; none when it is not a list. */
    public static List<String> texts(@Nullable Object tree) {
        if (!(tree instanceof List<?> list) || list.isEmpty()) {
            return List.of();
        }
        List<String> texts = new ArrayList<>(list.size());
        list.forEach(text -> texts.add(String.valueOf(text)));
        return texts;
    }

    /**
     * The selector, narrowed to pods that have the same values (In) or none of the values (NotIn) of a pod's labels under
     * these keys ({@code matchLabelKeys}, {@code mismatchLabelKeys}); keys that the pod does not have are left out.
     */
    public static LabelSelector withLabelsOf(
            LabelSelector selector, Map<String, String> labels, List<?> keys, String operator) {
        List<LabelSelector.Requirement> requirements = new ArrayList<>(selector.matchExpressions());
        for (Object each : keys) {
            String key = String.valueOf(each);
            String value = labels.get(key);
            if (value != null) {
                requirements.add(new LabelSelector.Requirement(key, operator, List.of(value)));
            }
        }
        return new LabelSelector(selector.matchLabels(), requirements);
    }
}
