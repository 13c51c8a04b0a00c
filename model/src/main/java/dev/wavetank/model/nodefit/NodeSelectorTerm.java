package dev.wavetank.model.nodefit;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.core.Node;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Requirements on a node, which must all hold; a term without any matches no node ({@code core/v1.NodeSelectorTerm}).
 *
 * @param expressions on labels
 * @param fields on fields; the only field that can be named is {@code metadata.name}
 */
public record NodeSelectorTerm(List<LabelSelector.Requirement> expressions, List<LabelSelector.Requirement> fields) {

    private static final String NAME_FIELD = "metadata.name";

    /** Reads a term from its JSON tree. */
    public static NodeSelectorTerm of(@Nullable Object tree) {
        return new NodeSelectorTerm(requirements(tree, "matchExpressions"), requirements(tree, "matchFields"));
    }

    /** Reads the terms of a node selector from its JSON tree. */
    public static List<NodeSelectorTerm> listOf(Map<?, ?> selector) {
        List<NodeSelectorTerm> terms = new ArrayList<>(1);
        if (selector.get("nodeSelectorTerms") instanceof List<?> list) {
            list.forEach(term -> terms.add(of(term)));
        }
        return terms;
    }

    private static List<LabelSelector.Requirement> requirements(@Nullable Object tree, String field) {
        if (!(tree instanceof Map<?, ?> map) || !(map.get(field) instanceof List<?> list)) {
            return List.of();
        }
        List<LabelSelector.Requirement> requirements = new ArrayList<>(list.size());
        for (Object each : list) {
            if (each instanceof Map<?, ?> one) {
                List<String> values = new ArrayList<>(1);
                if (one.get("values") instanceof List<?> given) {
                    given.forEach(value -> values.add(String.valueOf(value)));
                }
                requirements.add(new LabelSelector.Requirement(
                        String.valueOf(one.get("key")), String.valueOf(one.get("operator")), values));
            }
        }
        return requirements;
    }

    /** Whether no requirement is in it. */
    public boolean isEmpty() {
        return expressions.isEmpty() && fields.isEmpty();
    }

    /** Whether the node fulfils it. */
    public boolean matches(Node node) {
        for (int i = 0; i < expressions.size(); i++) {
            if (!expressions.get(i).matches(node.metadata().labels())) {
                return false;
            }
        }
        return !isEmpty() && (fields.isEmpty() || hasFields(node));
    }

    private boolean hasFields(Node node) {
        Map<String, String> names =
                Collections.singletonMap(NAME_FIELD, node.metadata().name());
        for (LabelSelector.Requirement field : fields) {
            if (!field.matches(names)) {
                return false;
            }
        }
        return true;
    }
}
