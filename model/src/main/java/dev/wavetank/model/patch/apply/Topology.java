package dev.wavetank.model.patch.apply;

import dev.wavetank.model.schema.Field;
import dev.wavetank.model.schema.FieldType;
import dev.wavetank.model.schema.MergeMarker;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What can be owned on its own in objects of the API types. */
record Topology(Schema schema, KubernetesVersion version) {

    /** The node of a whole object; of a type that is not known, what can be derived from the object itself. */
    Node root(String type) {
        if (!schema.hasType(type)) {
            return Node.DEDUCED;
        }
        return new Node(Node.Kind.STRUCT, new FieldType(FieldType.Shape.STRUCT, type, null), Node.NO_KEYS);
    }

    /** Whether objects of the node's type have the field; maps and untyped values have all. */
    boolean has(Node parent, String field) {
        return parent.kind() != Node.Kind.STRUCT
                || schema.fields(parent.type().name()).containsKey(field);
    }

    /** The type of a map's or struct's field; null when it is not known. */
    FieldType type(Node parent, String field) {
        return switch (parent.kind()) {
            case STRUCT -> declaredType(parent.type().name(), field);
            case MAP -> parent.type().element();
            default -> null;
        };
    }

    /** The node of a map's or struct's field. */
    Node field(Node parent, String field) {
        return switch (parent.kind()) {
            case STRUCT -> declared(parent.type().name(), field);
            case MAP -> node(parent.type().element(), MergeMarker.Kind.NONE);
            default -> Node.DEDUCED;
        };
    }

    /** The node of a list's items. */
    Node item(Node list) {
        return list.kind() == Node.Kind.KEYED_LIST ? node(list.type().element(), MergeMarker.Kind.NONE) : Node.LEAF;
    }

    private FieldType declaredType(String type, String field) {
        Field known = schema.fields(type).get(field);
        return known == null ? null : known.type();
    }

    private Node declared(String type, String field) {
        Field known = schema.fields(type).get(field);
        if (known == null) {
            return Node.DEDUCED;
        }
        MergeMarker.Kind marker = kind(known.marker());
        return marker == MergeMarker.Kind.LIST_MAP
                ? new Node(Node.Kind.KEYED_LIST, known.type(), keys(known))
                : node(known.type(), marker);
    }

    /** The marker, if the version has it. */
    private MergeMarker.Kind kind(MergeMarker marker) {
        return marker.versions().includes(version) ? marker.kind() : MergeMarker.Kind.NONE;
    }

    private Node node(FieldType type, MergeMarker.Kind marker) {
        return switch (type.shape()) {
            case ANY -> Node.DEDUCED;
            case STRUCT -> isWhole(type, marker) ? Node.LEAF : new Node(Node.Kind.STRUCT, type, Node.NO_KEYS);
            case MAP -> marker == MergeMarker.Kind.MAP_ATOMIC ? Node.LEAF : new Node(Node.Kind.MAP, type, Node.NO_KEYS);
            case LIST -> marker == MergeMarker.Kind.LIST_SET ? new Node(Node.Kind.SET, type, Node.NO_KEYS) : Node.LEAF;
            default -> Node.LEAF;
        };
    }

    private boolean isWhole(FieldType type, MergeMarker.Kind marker) {
        return kind(schema.type(type.name()).marker()) == MergeMarker.Kind.STRUCT_ATOMIC
                && marker != MergeMarker.Kind.STRUCT_GRANULAR;
    }

    /** The fields that identify the items of a list, each with its default or null. */
    private Map<String, Object> keys(Field list) {
        FieldType item = list.type().element();
        Map<String, Field> fields =
                item.shape() == FieldType.Shape.STRUCT ? schema.fields(item.name()) : Collections.emptyMap();
        Map<String, Object> keys = new LinkedHashMap<>();
        for (String key : list.marker().keys()) {
            Field field = fields.get(key);
            keys.put(key, field == null ? null : field.defaultValue().orElse(null));
        }
        return keys;
    }
}
