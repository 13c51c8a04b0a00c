package dev.wavetank.model.nodefit;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.PodSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a pod requires of the labels and the name of its node. Preferences do not count. */
public final class RequiredNodeAffinity {

    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String NAME_FIELD = "metadata.name";

    private RequiredNodeAffinity() {}

    /** Whether a pod with that spec may run on the node, by its node selector and its required node affinity. */
    public static boolean matches(PodSpec spec, Node node) {
        Map<String, String> labels = node.metadata().labels();
        for (Map.Entry<String, String> wanted : spec.nodeSelector().entrySet()) {
            if (!wanted.getValue().equals(labels.get(wanted.getKey()))) {
                return false;
            }
        }
        if (!(child(child(spec.affinity(), "nodeAffinity"), REQUIRED) instanceof Map<?, ?> required)) {
            return true;
        }
        return matchesSelector(required, node);
    }

    /** Whether a node matches one of the terms of a node selector, given as a JSON tree. */
    public static boolean matchesSelector(Map<?, ?> selector, Node node) {
        for (Object term : list(selector, "nodeSelectorTerms")) {
            if (matchesTerm(term, node)) {
                return true;
            }
        }
        return false;
    }

    /** All requirements of a term must hold; a term without any matches nothing. */
    private static boolean matchesTerm(Object term, Node node) {
        List<?> expressions = list(term, "matchExpressions");
        List<?> fields = list(term, "matchFields");
        for (Object expression : expressions) {
            if (!requirement(expression).matches(node.metadata().labels())) {
                return false;
            }
        }
        for (Object field : fields) {
            Map<String, String> names =
                    Collections.singletonMap(NAME_FIELD, node.metadata().name());
            if (!requirement(field).matches(names)) {
                return false;
            }
        }
        return !expressions.isEmpty() || !fields.isEmpty();
    }

    private static LabelSelector.Requirement requirement(Object tree) {
        List<String> values = new ArrayList<>();
        for (Object value : list(tree, "values")) {
            values.add(String.valueOf(value));
        }
        return new LabelSelector.Requirement(
                String.valueOf(child(tree, "key")), String.valueOf(child(tree, "operator")), values);
    }

    private static @Nullable Object child(@Nullable Object tree, String field) {
        return tree instanceof Map<?, ?> map ? map.get(field) : null;
    }

    private static List<?> list(Object tree, String field) {
        return child(tree, field) instanceof List<?> list ? list : List.of();
    }
}
