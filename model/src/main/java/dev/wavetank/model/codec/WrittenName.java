package dev.wavetank.model.codec;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a manifest says about which object it is, whatever else is wrong with it. */
final class WrittenName {

    private WrittenName() {}

    /** A tree with kind, version, name and namespace only, as far as they are text. */
    static Map<String, Object> of(Map<String, Object> tree) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        if (tree.get("metadata") instanceof Map<?, ?> written) {
            for (String field : List.of("name", "generateName", "namespace")) {
                if (written.get(field) instanceof String text) {
                    metadata.put(field, text);
                }
            }
        }
        Map<String, Object> kept = new LinkedHashMap<>();
        kept.put("apiVersion", tree.get("apiVersion"));
        kept.put("kind", tree.get("kind"));
        kept.put("metadata", metadata);
        return kept;
    }
}
