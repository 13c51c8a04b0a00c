package dev.wavetank.model.patch.apply;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiPredicate;

/**
 * A set of fields, as {@code fieldsV1} writes it. A field can be in the set without its children, and the other way
 * round. Immutable from outside this package.
 */
public final class FieldSet {
    private static final String SELF = ".";

    /** Most sets are of one field and have no children: these share a map that has no entries. */
    private SortedMap<PathElement, FieldSet> children = Collections.emptySortedMap();

    private boolean member;

    FieldSet() {}

    /** The set that has no field. */
    public static FieldSet none() {
        return new FieldSet();
    }

    /**
     * Reads {@code fieldsV1}.
     *
     * @throws IllegalArgumentException when a key is not in its notation
     */
    public static FieldSet of(Map<String, Object> fieldsV1) {
        FieldSet result = new FieldSet();
        fieldsV1.forEach((key, value) -> {
            if (key.equals(SELF)) {
                result.member = true;
                return;
            }
            if (value != null && !(value instanceof Map)) {
                throw new IllegalArgumentException("fieldsV1 has something else than fields below \"" + key + "\"");
            }
            if (isUnknown(key)) {
                return;
            }
            FieldSet child = value instanceof Map<?, ?> map && !map.isEmpty() ? of(strings(map)) : new FieldSet();
            child.member |= child.children.isEmpty();
            result.put(PathElement.parse(key), child);
        });
        return result;
    }

    /** What a later version may write; the real reader drops it. */
    private static boolean isUnknown(String key) {
        return key.length() > 1 && key.charAt(1) == ':' && "fkvi".indexOf(key.charAt(0)) < 0;
    }

    /** The set of named fields, each given from the root: {@code metadata}, {@code name}. */
    static FieldSet ofFields(List<List<String>> paths) {
        FieldSet result = new FieldSet();
        paths.forEach(
                path -> result.insert(path.stream().map(PathElement::field).toList()));
        return result;
    }

    private static Map<String, Object> strings(Map<?, ?> map) {
        Map<String, Object> result = new LinkedHashMap<>();
        map.forEach((key, value) -> result.put(String.valueOf(key), value));
        return result;
    }

    /** Adds a field while the set is being built. */
    void insert(List<PathElement> path) {
        FieldSet at = this;
        for (PathElement element : path) {
            FieldSet child = at.children.get(element);
            if (child == null) {
                child = new FieldSet();
                at.put(element, child);
            }
            at = child;
        }
        at.member = true;
    }

    /** The set as {@code fieldsV1}. */
    public Map<String, Object> toTree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        if (member && !children.isEmpty()) {
            tree.put(SELF, new LinkedHashMap<>());
        }
        children.forEach((element, child) -> tree.put(element.text(), child.toTree()));
        return tree;
    }

    /** Whether no field is in the set. */
    public boolean isEmpty() {
        return !member && children.isEmpty();
    }

    /** Whether the container that this set is about is itself in the set. */
    boolean isMember() {
        return member;
    }

    /** What of this set is below a child; nothing when there is none. */
    FieldSet below(PathElement element) {
        FieldSet child = children.get(element);
        return child == null ? none() : child;
    }

    /** The first steps of all fields in the set. */
    List<PathElement> elements() {
        return new ArrayList<>(children.keySet());
    }

    /** The fields of both sets. */
    public FieldSet union(FieldSet other) {
        return combined(other, (here, there) -> here || there);
    }

    /** The fields that are in both sets. */
    public FieldSet intersection(FieldSet other) {
        return combined(other, (here, there) -> here && there);
    }

    /** The fields that the other set does not have. The children of what it has stay. */
    public FieldSet minus(FieldSet other) {
        return combined(other, (here, there) -> here && !there);
    }

    /** The fields that the other set neither has nor has a parent of. */
    FieldSet outside(FieldSet other) {
        FieldSet result = new FieldSet();
        if (other.member) {
            return result;
        }
        result.member = member;
        children.forEach((element, child) -> result.add(element, child.outside(other.below(element))));
        return result;
    }

    private FieldSet combined(FieldSet other, BiPredicate<Boolean, Boolean> rule) {
        FieldSet result = new FieldSet();
        result.member = rule.test(member, other.member);
        children.forEach((element, child) -> result.add(element, child.combined(other.below(element), rule)));
        other.children.forEach((element, child) -> {
            if (!children.containsKey(element)) {
                result.add(element, none().combined(child, rule));
            }
        });
        return result;
    }

    private void add(PathElement element, FieldSet child) {
        if (!child.isEmpty()) {
            put(element, child);
        }
    }

    private void put(PathElement element, FieldSet child) {
        if (children.isEmpty()) {
            children = new TreeMap<>();
        }
        children.put(element, child);
    }

    /** The fields as error texts name them, {@code .spec.replicas}: those of a container before those below. */
    public List<String> paths() {
        List<String> result = new ArrayList<>();
        collect("", result);
        return result;
    }

    private void collect(String prefix, List<String> paths) {
        children.forEach((element, child) -> {
            if (child.member) {
                paths.add(prefix + element);
            }
        });
        children.forEach((element, child) -> child.collect(prefix + element, paths));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FieldSet set && member == set.member && children.equals(set.children);
    }

    @Override
    public int hashCode() {
        return 31 * children.hashCode() + Boolean.hashCode(member);
    }

    @Override
    public String toString() {
        return paths().toString();
    }
}
