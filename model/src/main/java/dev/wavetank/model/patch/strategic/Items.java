package dev.wavetank.model.patch.strategic;

import dev.wavetank.model.gotext.GoText;
import dev.wavetank.model.patch.JsonTree;
import dev.wavetank.model.patch.PatchException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The items of lists that are merged, and their order.
 *
 * @param key the field that identifies an item; empty when the items identify themselves
 */
record Items(String key) {

    /**
     * What is known about two lists that are to be merged.
     *
     * @param key the declared key
     * @param listName for the error
     * @throws PatchException when items are lists, or of different kinds, or maps without a declared key
     */
    static Items of(String key, String listName, List<?> one, List<?> other) {
        List<String> kinds = Stream.concat(one.stream(), other.stream())
                .map(GoText::type)
                .distinct()
                .toList();
        if (kinds.size() > 1) {
            throw PatchException.unexpected("list element types are not identical: " + GoText.plain(kinds));
        }
        boolean maps = kinds.contains(GoText.type(JsonTree.mapOrEmpty(null)));
        if (kinds.contains(GoText.type(List.of()))) {
            throw PatchException.doesNotApply("lists of lists are not supported");
        }
        if (maps && key.isEmpty()) {
            throw PatchException.unexpected("cannot merge lists without merge key for " + listName);
        }
        return new Items(maps ? key : "");
    }

    boolean areMaps() {
        return !key.isEmpty();
    }

    /** What identifies an item among the others. */
    String identity(Object item) {
        if (key.isEmpty()) {
            return GoText.plain(item);
        }
        if (!(item instanceof Map<?, ?> map) || !map.containsKey(key)) {
            throw Directive.noMergeKey(item, key);
        }
        return GoText.plain(JsonTree.map(item).get(key));
    }

    /** The item's place; -1 when it is not in the list. */
    int indexOf(Object item, List<?> list) {
        String wanted = identity(item);
        for (int i = 0; i < list.size(); i++) {
            if (identity(list.get(i)).equals(wanted)) {
                return i;
            }
        }
        return -1;
    }

    boolean contains(List<?> list, Object item) {
        return indexOf(item, list) >= 0;
    }

    boolean inSameOrder(List<?> one, List<?> other) {
        return one.stream()
                .map(this::identity)
                .toList()
                .equals(other.stream().map(this::identity).toList());
    }

    /** The items in the order of another list, which has them all. */
    List<Object> sorted(List<?> items, List<?> order) {
        List<Object> result = new ArrayList<>(items);
        result.sort(Comparator.comparingInt(item -> indexOf(item, order)));
        return result;
    }

    /**
     * Puts the items that the patch names into the patch's order; those that only the server knows keep theirs, and
     * stay before a named item when they were before it.
     */
    List<Object> ordered(List<?> merged, List<?> patchOrder, List<?> serverOrder) {
        List<Object> named = sorted(
                merged.stream().filter(item -> contains(patchOrder, item)).toList(), patchOrder);
        List<Object> others = sorted(
                merged.stream().filter(item -> !contains(patchOrder, item)).toList(), serverOrder);
        List<Object> result = new ArrayList<>();
        int other = 0;
        for (Object item : named) {
            int place = indexOf(item, serverOrder);
            while (other < others.size() && place >= 0 && indexOf(others.get(other), serverOrder) < place) {
                result.add(others.get(other++));
            }
            result.add(item);
        }
        result.addAll(others.subList(other, others.size()));
        return result;
    }
}
