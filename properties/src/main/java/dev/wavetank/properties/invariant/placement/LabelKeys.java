package dev.wavetank.properties.invariant.placement;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.core.Pod;
import java.util.ArrayList;
import java.util.List;

/** Keys of labels whose values are taken from the pod itself ({@code matchLabelKeys}, {@code mismatchLabelKeys}). */
final class LabelKeys {

    private LabelKeys() {}

    /** The selector with one requirement more for every key that the pod has. */
    static LabelSelector added(LabelSelector selector, Pod pod, List<String> keys, String operator) {
        List<LabelSelector.Requirement> requirements = new ArrayList<>(selector.matchExpressions());
        for (String key : keys) {
            String value = pod.metadata().labels().get(key);
            if (value != null) {
                requirements.add(new LabelSelector.Requirement(key, operator, List.of(value)));
            }
        }
        return new LabelSelector(selector.matchLabels(), requirements);
    }
}
