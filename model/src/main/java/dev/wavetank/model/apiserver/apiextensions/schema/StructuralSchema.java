package dev.wavetank.model.apiserver.apiextensions.schema;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A schema ({@code openAPIV3Schema}) whose fields and items all have a type. Immutable. */
public final class StructuralSchema {

    private final Map<String, Object> tree;
    private final Map<String, StructuralSchema> properties = new TreeMap<>();
    private final StructuralSchema items;
    private final StructuralSchema additional;

    private StructuralSchema(Map<String, Object> tree) {
        this.tree = tree;
        Tree.map(tree, "properties").forEach((name, property) -> properties.put(name, of(Tree.map(property))));
        this.items = tree.get("items") instanceof Map ? of(Tree.map(tree, "items")) : null;
        this.additional =
                tree.get("additionalProperties") instanceof Map ? of(Tree.map(tree, "additionalProperties")) : null;
    }

    /** The schema that a tree describes, well or badly. */
    public static StructuralSchema of(Map<String, Object> tree) {
        return new StructuralSchema(tree);
    }

    /** The schema as it was written. */
    public Map<String, Object> tree() {
        return tree;
    }

    /** The type that is asked for, such as {@code object}; empty when there is none. */
    public String type() {
        return Tree.text(tree, "type");
    }

    /** The declared fields, sorted by name. */
    public Map<String, StructuralSchema> properties() {
        return Collections.unmodifiableMap(properties);
    }

    /** The schema of a list's items, or null. */
    public StructuralSchema items() {
        return items;
    }

    /** The schema of all fields that are not declared, or null. */
    public StructuralSchema additional() {
        return additional;
    }

    /** Whether an object may have any other field, of any form. */
    boolean allowsAll() {
        return isPreserving() || Tree.isTrue(tree, "additionalProperties");
    }

    /** The value of a field that is absent, or null. */
    public Object defaultValue() {
        return tree.get("default");
    }

    /** Whether null is a value. */
    boolean isNullable() {
        return Tree.isTrue(tree, "nullable");
    }

    /** Whether fields that are not declared are kept ({@code x-kubernetes-preserve-unknown-fields}). */
    public boolean isPreserving() {
        return Tree.isTrue(tree, "x-kubernetes-preserve-unknown-fields");
    }

    /** Whether the value is an object of Kubernetes, with its own kind and metadata. */
    public boolean isEmbedded() {
        return Tree.isTrue(tree, "x-kubernetes-embedded-resource");
    }

    /** Whether the value is a whole number or a text. */
    public boolean isIntOrString() {
        return Tree.isTrue(tree, "x-kubernetes-int-or-string");
    }

    /** {@code atomic}, {@code set} or {@code map}; empty when nothing is said, which means atomic. */
    public String listType() {
        return Tree.text(tree, "x-kubernetes-list-type");
    }

    /** The fields that identify the items of a map. */
    public List<String> listMapKeys() {
        return Tree.texts(tree, "x-kubernetes-list-map-keys");
    }

    /** {@code atomic} or {@code granular}; empty when nothing is said, which means granular. */
    public String mapType() {
        return Tree.text(tree, "x-kubernetes-map-type");
    }
}
