package dev.wavetank.model.patch.apply;

import dev.wavetank.model.schema.FieldType;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.version.VersionRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What can be owned on its own in objects of the API types. Immutable. */
final class Topology {
    private final Schema schema;
    private final KubernetesVersion version;
    private final Map<String, List<String>> words = new TreeMap<>(TypeLines.read("topology.txt"));
    private final Map<String, String> markers = new TreeMap<>();

    Topology(Schema schema, Map<String, List<String>> more, KubernetesVersion version) {
        this.words.putAll(more);
        this.schema = schema;
        this.version = version;
        words.forEach((type, about) -> about.forEach(word -> mark(type, word)));
    }

    private void mark(String type, String word) {
        int at = word.indexOf('@');
        if (at >= 0 && !VersionRange.of(word.substring(at + 1), null).includes(version)) {
            return;
        }
        String marker = at < 0 ? word : word.substring(0, at);
        int colon = marker.indexOf(':');
        if (colon < 0) {
            markers.put(type, marker);
            return;
        }
        String field = marker.substring(0, colon);
        if (!schema.fields(type).containsKey(field)) {
            throw new IllegalArgumentException("topology.txt marks " + type + "." + field + ", which is no field");
        }
        markers.put(type + " " + field, marker.substring(colon + 1));
    }

    /** The node of a whole object; of a type that is not known, all that can be told from the object itself. */
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
            case STRUCT -> schema.fields(parent.type().name()).get(field);
            case MAP -> parent.type().element();
            default -> null;
        };
    }

    /** The node of a map's or struct's field. */
    Node field(Node parent, String field) {
        return switch (parent.kind()) {
            case STRUCT -> declared(parent.type().name(), field);
            case MAP -> node(parent.type().element(), "");
            default -> Node.DEDUCED;
        };
    }

    /** The node of a list's items. */
    Node item(Node list) {
        return list.kind() == Node.Kind.KEYED_LIST ? node(list.type().element(), "") : Node.LEAF;
    }

    private Node declared(String type, String field) {
        FieldType fieldType = schema.fields(type).get(field);
        return fieldType == null ? Node.DEDUCED : node(fieldType, markers.getOrDefault(type + " " + field, ""));
    }

    private Node node(FieldType type, String marker) {
        return switch (type.shape()) {
            case ANY -> Node.DEDUCED;
            case STRUCT -> struct(type, marker);
            case MAP -> marker.equals("atomic") ? Node.LEAF : new Node(Node.Kind.MAP, type, Node.NO_KEYS);
            case LIST -> list(type, marker);
            default -> Node.LEAF;
        };
    }

    private Node struct(FieldType type, String marker) {
        boolean whole = markers.containsKey(type.name()) && !marker.equals("granular");
        return whole ? Node.LEAF : new Node(Node.Kind.STRUCT, type, Node.NO_KEYS);
    }

    private static Node list(FieldType type, String marker) {
        if (marker.equals("set")) {
            return new Node(Node.Kind.SET, type, Node.NO_KEYS);
        }
        return marker.startsWith("map(") ? new Node(Node.Kind.KEYED_LIST, type, keys(marker)) : Node.LEAF;
    }

    private static Map<String, Object> keys(String marker) {
        Map<String, Object> keys = new LinkedHashMap<>();
        for (String key : Arrays.asList(
                marker.substring("map(".length(), marker.length() - 1).split(","))) {
            int equals = key.indexOf('=');
            keys.put(
                    key.substring(0, equals < 0 ? key.length() : equals),
                    equals < 0 ? null : key.substring(equals + 1));
        }
        return keys;
    }

    /** All types that have a marker, for tests of the data. */
    List<String> markedTypes() {
        return new ArrayList<>(words.keySet());
    }
}
