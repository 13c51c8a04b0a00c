package dev.wavetank.model.patch.strategic;

import dev.wavetank.model.gotext.GoText;
import dev.wavetank.model.patch.JsonTree;
import dev.wavetank.model.patch.PatchException;
import dev.wavetank.model.schema.FieldType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Merges a patch into an object, or into another patch. The trees given are changed: copy them before.
 *
 * @param intoPatch whether what is merged into is a patch itself: then directives and nulls stay
 */
record Merge(MergeKeys keys, boolean intoPatch) {

    Map<String, Object> maps(FieldType type, Map<String, Object> original, Map<String, Object> patch) {
        if (patch.containsKey(Directive.PATCH)) {
            return directed(patch);
        }
        retainKeys(original, patch);
        if (!intoPatch) {
            orderedLists(type, original, patch);
        }
        patch.forEach((field, value) -> field(type, original, field, value));
        if (intoPatch) {
            order(type, original);
        }
        return original;
    }

    /** Puts the lists of a merged patch into the order that it gives itself. */
    private void order(FieldType type, Map<String, Object> patch) {
        for (String field : List.copyOf(patch.keySet())) {
            Object order = patch.get(Directive.ELEMENT_ORDER + field);
            if (order != null && patch.get(field) instanceof List<?> list) {
                Items items = Items.of(keys.of(type, field).key(), field, list, List.of());
                patch.put(field, items.ordered(list, Directive.list(order), list));
            }
        }
    }

    private static Map<String, Object> directed(Map<String, Object> patch) {
        Object directive = patch.get(Directive.PATCH);
        if (Directive.REPLACE.equals(directive)) {
            return JsonTree.map(Directive.withoutDirectives(patch));
        }
        if (Directive.DELETE.equals(directive)) {
            return new LinkedHashMap<>();
        }
        throw Directive.unknown(patch);
    }

    private void retainKeys(Map<String, Object> original, Map<String, Object> patch) {
        if (intoPatch || !patch.containsKey(Directive.RETAIN_KEYS)) {
            return;
        }
        if (!(patch.remove(Directive.RETAIN_KEYS) instanceof List<?> retained)) {
            throw PatchException.badRequest("invalid patch format of retainKeys");
        }
        boolean all = patch.entrySet().stream()
                .filter(entry -> entry.getValue() != null && !Directive.isOne(entry.getKey()))
                .allMatch(entry -> retained.contains(entry.getKey()));
        if (!all) {
            throw PatchException.doesNotApply("patch content doesn't match retainKeys list");
        }
        original.keySet().removeIf(key -> !retained.contains(key));
    }

    /** Merges the lists whose order the patch gives, and takes them out of the patch. */
    private void orderedLists(FieldType type, Map<String, Object> original, Map<String, Object> patch) {
        List<String> directives = patch.keySet().stream()
                .filter(key -> key.startsWith(Directive.ELEMENT_ORDER))
                .toList();
        for (String directive : directives) {
            String field = directive.substring(Directive.ELEMENT_ORDER.length());
            if (!(patch.remove(directive) instanceof List<?> order)) {
                throw PatchException.badRequest("invalid patch format of setElementOrder list");
            }
            List<Object> server = JsonTree.listOrEmpty(original.get(field) instanceof List<?> list ? list : null);
            boolean patched = patch.containsKey(field);
            if (!patched && !original.containsKey(field) || patched && patch.get(field) == null) {
                continue;
            }
            List<Object> changes = patched ? Directive.list(patch.remove(field)) : new ArrayList<>();
            Treatment treatment = keys.of(type, field);
            Items items = Items.of(treatment.key(), field, server, changes);
            requireOrder(items, changes, order);
            List<Object> merged = lists(treatment, field, JsonTree.copy(server), changes);
            original.put(field, items.ordered(merged, order, server));
        }
    }

    private static void requireOrder(Items items, List<Object> changes, List<?> order) {
        int last = -1;
        for (Object item : changes) {
            if (items.areMaps() && ((Map<?, ?>) item).containsKey(Directive.PATCH)) {
                continue;
            }
            int place = items.indexOf(item, order);
            if (place < 0 || place < last) {
                throw PatchException.unexpected("The order in patch list:\n" + GoText.plain(changes)
                        + "\n doesn't match $setElementOrder list:\n" + GoText.plain(order) + "\n");
            }
            last = place;
        }
    }

    private void field(FieldType type, Map<String, Object> original, String field, Object value) {
        if (intoPatch && Directive.isOne(field)) {
            original.put(field, value);
        } else if (field.startsWith(Directive.DELETE_FROM_LIST)) {
            deleteFromList(original, field.substring(Directive.DELETE_FROM_LIST.length()), Directive.list(value));
        } else if (value == null && !intoPatch) {
            original.remove(field);
        } else if (original.get(field) == null) {
            added(original, field, value);
        } else {
            original.put(field, merged(keys.of(type, field), field, original.get(field), value));
        }
    }

    private void added(Map<String, Object> original, String field, Object value) {
        if (intoPatch) {
            original.put(field, value);
        } else if (Directive.deletes(value)) {
            original.remove(field);
        } else {
            original.put(field, Directive.withoutDirectives(value));
        }
    }

    private static void deleteFromList(Map<String, Object> original, String field, List<Object> gone) {
        if (original.get(field) instanceof List<?> list) {
            original.put(
                    field,
                    new ArrayList<>(
                            list.stream().filter(item -> !gone.contains(item)).toList()));
        }
    }

    private Object merged(Treatment treatment, String field, Object before, Object value) {
        if (before instanceof Map<?, ?> && value instanceof Map<?, ?> && !treatment.replaces()) {
            return maps(treatment.type(), JsonTree.map(before), JsonTree.map(value));
        }
        if (before instanceof List<?> && value instanceof List<?> && treatment.merges()) {
            return lists(treatment, field, JsonTree.list(before), JsonTree.list(value));
        }
        return intoPatch ? value : Directive.withoutDirectives(value);
    }

    private List<Object> lists(Treatment treatment, String field, List<Object> original, List<Object> patch) {
        Items items = Items.of(treatment.key(), field, original, patch);
        List<Object> merged = items.areMaps() ? mapItems(treatment, items, original, patch) : union(original, patch);
        List<Object> kept = patch.stream()
                .filter(item -> !items.areMaps() || !((Map<?, ?>) item).containsKey(Directive.PATCH))
                .toList();
        return items.ordered(merged, kept, original);
    }

    private static List<Object> union(List<Object> original, List<Object> patch) {
        List<Object> result = new ArrayList<>(original);
        patch.stream().filter(item -> !result.contains(item)).forEach(result::add);
        return result;
    }

    private List<Object> mapItems(Treatment treatment, Items items, List<Object> original, List<Object> patch) {
        List<Object> merged = new ArrayList<>(original);
        boolean replace = false;
        for (Object item : patch) {
            Object directive = JsonTree.map(item).get(Directive.PATCH);
            if (Directive.DELETE.equals(directive)) {
                String gone = items.identity(item);
                merged.removeIf(candidate -> items.identity(candidate).equals(gone));
            } else if (Directive.REPLACE.equals(directive)) {
                replace = true;
            } else if (Directive.MERGE.equals(directive)) {
                throw PatchException.unexpected("merging lists cannot yet be specified in the patch");
            } else if (directive != null) {
                throw Directive.unknown(JsonTree.map(item));
            }
        }
        if (replace) {
            merged.clear();
        }
        for (Object item : patch) {
            if (!JsonTree.map(item).containsKey(Directive.PATCH)) {
                mergeItem(treatment, items, merged, item);
            }
        }
        return merged;
    }

    private void mergeItem(Treatment treatment, Items items, List<Object> merged, Object item) {
        int place = items.indexOf(item, merged);
        if (place < 0) {
            merged.add(intoPatch ? item : Directive.withoutDirectives(item));
        } else {
            merged.set(place, maps(treatment.itemType(), JsonTree.map(merged.get(place)), JsonTree.map(item)));
        }
    }
}
