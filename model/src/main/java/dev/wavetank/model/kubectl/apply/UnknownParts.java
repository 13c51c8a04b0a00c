package dev.wavetank.model.kubectl.apply;

import java.util.List;
import java.util.Map;

/** Puts back what reading an object has left out because nobody knows it. */
final class UnknownParts {

    private UnknownParts() {}

    /**
     * Adds the missing fields.
     *
     * @param written the object as it is written
     * @param known the object as it was read; lists have the same items
     */
    static void add(Map<String, Object> written, Map<String, Object> known) {
        written.forEach((name, value) -> {
            Object there = known.get(name);
            if (there == null) {
                known.put(name, value);
            } else {
                descend(value, there);
            }
        });
    }

    @SuppressWarnings("unchecked") // trees have only names as keys
    private static void descend(Object written, Object known) {
        if (written instanceof Map<?, ?> map && known instanceof Map<?, ?> other) {
            add((Map<String, Object>) map, (Map<String, Object>) other);
        } else if (written instanceof List<?> list && known instanceof List<?> others) {
            for (int i = 0; i < Math.min(list.size(), others.size()); i++) {
                descend(list.get(i), others.get(i));
            }
        }
    }
}
