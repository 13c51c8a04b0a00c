package dev.wavetank.model.kubectl.create;

import dev.wavetank.model.kubectl.syntax.UsageException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Trees of generated objects. */
final class Trees {

    private Trees() {}

    /** A map of these names and values, in their order. */
    static Map<String, Object> of(Object... namesAndValues) {
        Map<String, Object> tree = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            tree.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return tree;
    }

    /** Labels as a flag has them: {@code app=web,tier=front}. */
    static Map<String, Object> labels(String text) {
        Map<String, Object> labels = new LinkedHashMap<>();
        for (String label : text.split(",")) {
            String[] parts = label.split("=", -1);
            if (parts.length != 2 || parts[0].isEmpty()) {
                throw new UsageException("unexpected label spec: " + label);
            }
            labels.put(parts[0], parts[1]);
        }
        return labels;
    }
}
