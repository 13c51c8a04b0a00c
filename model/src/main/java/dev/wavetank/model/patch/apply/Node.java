package dev.wavetank.model.patch.apply;

import dev.wavetank.model.patch.JsonTree;
import dev.wavetank.model.schema.FieldType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a value can be owned.
 *
 * @param kind which parts of it have owners of their own
 * @param type its type; null for {@link Kind#LEAF} and {@link Kind#DEDUCED}
 * @param keys for a keyed list the fields that identify an item, each with its default or null
 */
record Node(Kind kind, FieldType type, Map<String, Object> keys) {
    static final Map<String, Object> NO_KEYS = Collections.emptyMap();
    static final Node LEAF = new Node(Kind.LEAF, null, NO_KEYS);
    static final Node DEDUCED = new Node(Kind.DEDUCED, null, NO_KEYS);

    /** Stands for a value that is not there; a null is there. */
    static final Object ABSENT = new Object() {
        @Override
        public String toString() {
            return "absent";
        }
    };

    /** Which parts of a value have owners of their own. */
    enum Kind {
        /** None: it is owned as a whole. */
        LEAF,
        /** The fields. */
        STRUCT,
        /** The entries. */
        MAP,
        /** The items, by some of their fields. */
        KEYED_LIST,
        /** The items, by themselves. */
        SET,
        /** Those that the value has when nothing is known of its type: entries of maps, but no items. */
        DEDUCED
    }

    boolean isList() {
        return kind == Kind.KEYED_LIST || kind == Kind.SET;
    }

    boolean isMap() {
        return kind == Kind.STRUCT || kind == Kind.MAP || kind == Kind.DEDUCED;
    }

    /** Whether one value, or of two values neither, has a part with an owner of its own. */
    boolean isLeaf(Object one, Object other) {
        return isEmpty(one) && isEmpty(other) || !isContainer(one) || !isContainer(other);
    }

    private boolean isContainer(Object value) {
        return value == ABSENT || value == null || isMap() && value instanceof Map || isList() && value instanceof List;
    }

    /** Whether a value is a map or list without parts. */
    static boolean isEmptyContainer(Object value) {
        return value instanceof Map<?, ?> map && map.isEmpty() || value instanceof List<?> list && list.isEmpty();
    }

    private static boolean isEmpty(Object value) {
        return value == ABSENT || value == null || isEmptyContainer(value);
    }

    /**
     * The parts of a value: nothing when it is null or absent. Items of a list without all its keys are known by their
     * place; of items with the same key the first counts.
     */
    Map<PathElement, Object> parts(Object value) {
        Map<PathElement, Object> result = new LinkedHashMap<>();
        if (value instanceof Map<?, ?>) {
            JsonTree.map(value).forEach((key, inner) -> result.put(PathElement.field(key), inner));
        } else if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                result.putIfAbsent(element(list.get(i), i), list.get(i));
            }
        }
        return result;
    }

    /** What leads to an item of a list. */
    PathElement element(Object item, int place) {
        if (kind == Kind.SET) {
            return PathElement.value(item);
        }
        Map<String, Object> found = new TreeMap<>();
        keys.forEach((key, otherwise) -> {
            Object value = item instanceof Map<?, ?> map && map.get(key) != null ? map.get(key) : otherwise;
            if (value != null) {
                found.put(key, value);
            }
        });
        return found.size() == keys.size() ? PathElement.key(found) : PathElement.index(place);
    }

    /** The node of one of this node's parts. */
    Node part(Topology topology, PathElement element) {
        return element.kind() == PathElement.Kind.FIELD
                ? topology.field(this, (String) element.content())
                : topology.item(this);
    }
}
