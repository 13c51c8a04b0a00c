package dev.wavetank.model.patch.strategic;

import dev.wavetank.model.patch.JsonTree;
import dev.wavetank.model.schema.FieldType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds the patch between two objects.
 *
 * @param changes whether fields that changed or were added are of interest
 * @param deletions whether fields that are gone are of interest
 */
record Difference(MergeKeys keys, boolean changes, boolean deletions) {

    Map<String, Object> maps(FieldType type, Map<String, Object> from, Map<String, Object> to) {
        Map<String, Object> patch = new LinkedHashMap<>();
        TreeSet<String> fields = new TreeSet<>(from.keySet());
        fields.addAll(to.keySet());
        for (String field : fields) {
            Object before = from.get(field);
            Object after = to.get(field);
            if (before != null && after != null) {
                changed(patch, keys.of(type, field), field, before, after);
            } else if (before != null && deletions) {
                patch.put(field, null);
            } else if (after != null && changes) {
                patch.put(field, JsonTree.copy(after));
            }
        }
        return patch;
    }

    private void changed(Map<String, Object> patch, Treatment treatment, String field, Object before, Object after) {
        if (before instanceof Map<?, ?> && after instanceof Map<?, ?> && !treatment.replaces()) {
            Map<String, Object> inner =
                    retained(treatment, maps(treatment.type(), JsonTree.map(before), JsonTree.map(after)), after);
            if (!inner.isEmpty()) {
                patch.put(field, inner);
            }
        } else if (before instanceof List<?> && after instanceof List<?> && treatment.merges()) {
            lists(patch, treatment, field, JsonTree.list(before), JsonTree.list(after));
        } else if (changes && !Objects.equals(before, after)) {
            patch.put(field, JsonTree.copy(after));
        }
    }

    private static Map<String, Object> retained(Treatment treatment, Map<String, Object> patch, Object after) {
        if (treatment.retainsKeys() && !patch.isEmpty()) {
            List<Object> retained = new ArrayList<>();
            new TreeMap<>(JsonTree.map(after)).forEach((key, value) -> {
                if (value != null) {
                    retained.add(key);
                }
            });
            patch.put(Directive.RETAIN_KEYS, retained);
        }
        return patch;
    }

    private void lists(
            Map<String, Object> patch, Treatment treatment, String field, List<Object> before, List<Object> after) {
        Items items = Items.of(treatment.key(), field, before, after);
        List<Object> changed = changes(treatment, items, before, after);
        List<Object> gone = deletions
                ? before.stream().filter(item -> !items.contains(after, item)).toList()
                : List.of();
        if (!gone.isEmpty() && items.areMaps()) {
            gone.forEach(item -> changed.add(deletion(items, item)));
        } else if (!gone.isEmpty()) {
            patch.put(Directive.DELETE_FROM_LIST + field, new ArrayList<>(gone));
        }
        if (!changed.isEmpty()) {
            patch.put(field, changed);
        }
        boolean reordered = changes && !items.inSameOrder(before, after);
        if (!changed.isEmpty() || !gone.isEmpty() || reordered) {
            List<Object> order = new ArrayList<>();
            after.forEach(item -> order.add(items.areMaps() ? named(items, item) : item));
            patch.put(Directive.ELEMENT_ORDER + field, order);
        }
    }

    private List<Object> changes(Treatment treatment, Items items, List<Object> before, List<Object> after) {
        List<Object> result = new ArrayList<>();
        for (Object item : after) {
            int place = items.indexOf(item, before);
            if (place < 0) {
                if (changes) {
                    result.add(JsonTree.copy(item));
                }
            } else if (items.areMaps()) {
                Map<String, Object> inner =
                        maps(treatment.itemType(), JsonTree.map(before.get(place)), JsonTree.map(item));
                if (!inner.isEmpty()) {
                    inner.putAll(named(items, item));
                    result.add(retained(treatment, inner, item));
                }
            }
        }
        return result;
    }

    private static Map<String, Object> named(Items items, Object item) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put(items.key(), JsonTree.map(item).get(items.key()));
        return result;
    }

    private static Map<String, Object> deletion(Items items, Object item) {
        Map<String, Object> result = named(items, item);
        result.put(Directive.PATCH, Directive.DELETE);
        return result;
    }
}
