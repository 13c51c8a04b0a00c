package dev.wavetank.model.apiserver.registry.update;

import dev.wavetank.model.api.KubernetesObject;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A merge patch of annotations alone, which controllers send a node when a cluster begins: applied to the record,
 * because the way over the tree of a whole object costs many times as much.
 */
final class AnnotationPatch {

    private AnnotationPatch() {}

    /** Whether a tree of a merge patch changes nothing but annotations. */
    static boolean changes(Map<String, Object> tree) {
        return tree.size() == 1
                && tree.get("metadata") instanceof Map<?, ?> metadata
                && metadata.size() == 1
                && metadata.get("annotations") instanceof Map<?, ?> annotations
                && annotations.values().stream().allMatch(value -> value == null || value instanceof String);
    }

    /** The object with annotations as the tree says: null takes one away. */
    static KubernetesObject apply(Map<String, Object> tree, KubernetesObject before) {
        Map<?, ?> changes = (Map<?, ?>) ((Map<?, ?>) tree.get("metadata")).get("annotations");
        Map<String, String> annotations = new LinkedHashMap<>(before.metadata().annotations());
        changes.forEach((name, value) -> {
            if (value == null) {
                annotations.remove(name);
            } else {
                annotations.put((String) name, (String) value);
            }
        });
        return before.withMetadata(before.metadata().withAnnotations(annotations));
    }
}
