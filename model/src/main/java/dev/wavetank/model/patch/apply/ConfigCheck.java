package dev.wavetank.model.patch.apply;

import dev.wavetank.model.gotext.GoText;
import dev.wavetank.model.patch.JsonTree;
import dev.wavetank.model.patch.PatchException;
import dev.wavetank.model.schema.FieldType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Refuses an applied configuration that does not fit its type: otherwise its claims are unknown. */
final class ConfigCheck {
    private final Topology topology;
    private final List<String> mistakes = new ArrayList<>();

    ConfigCheck(Topology topology) {
        this.topology = topology;
    }

    /**
     * Looks for mistakes.
     *
     * @param name what is applied, for the error; empty where the API server does not say
     * @throws PatchException in the API server's words
     */
    void require(Node root, Map<String, Object> config, String name) {
        check(root, "", config);
        if (mistakes.isEmpty()) {
            return;
        }
        String all = mistakes.size() == 1 ? mistakes.get(0) : "errors:\n  " + String.join("\n  ", mistakes);
        throw PatchException.unexpected(
                "failed to create typed patch object" + (name.isEmpty() ? "" : " (" + name + ")") + ": " + all);
    }

    private void check(Node node, String path, Object value) {
        if (value == null || node.kind() == Node.Kind.DEDUCED || node.type() == null) {
            return;
        }
        if (node.isMap() && value instanceof Map<?, ?>) {
            node.parts(value).forEach((element, part) -> field(node, path + element, element, part));
        } else if (node.isList() && value instanceof List<?> list) {
            items(node, path, list);
        } else if (node.isMap() || node.isList()) {
            mistakes.add(
                    path + ": expected " + (node.isMap() ? "map" : "list") + ", got &{" + GoText.plain(value) + "}");
        }
    }

    private void field(Node node, String path, PathElement element, Object value) {
        String name = (String) element.content();
        if (!topology.has(node, name)) {
            mistakes.add(path + ": field not declared in schema");
            return;
        }
        Node child = topology.field(node, name);
        if (child.type() == null) {
            scalar(path, topology.type(node, name), value);
        }
        check(child, path, value);
    }

    private void items(Node node, String path, List<?> list) {
        Set<PathElement> seen = new LinkedHashSet<>();
        for (int i = 0; i < list.size(); i++) {
            Object item = list.get(i);
            PathElement element = node.element(item, i);
            if (node.kind() == Node.Kind.KEYED_LIST && element.kind() != PathElement.Kind.KEY) {
                mistakes.add(path + ": element " + i + ": " + withoutKey(node, item));
                continue;
            }
            if (!seen.add(element)) {
                mistakes.add(path + ": duplicate entries for key " + element);
            }
            check(topology.item(node), path + element, item);
        }
    }

    private static String withoutKey(Node node, Object item) {
        if (!(item instanceof Map<?, ?> map)) {
            return "associative list with keys may not have non-map elements";
        }
        String missing = new TreeMap<>(node.keys())
                .entrySet().stream()
                        .filter(key -> key.getValue() == null && map.get(key.getKey()) == null)
                        .map(Map.Entry::getKey)
                        .findFirst()
                        .orElseThrow();
        return "associative list with keys has an element that omits key field " + GoText.quoted(missing)
                + " (and doesn't have default value)";
    }

    private void scalar(String path, FieldType type, Object value) {
        String expected = type == null ? "" : expected(type.shape(), value);
        if (value != null && !expected.isEmpty()) {
            mistakes.add(
                    path + ": expected " + expected + ", got &value.valueUnstructured{Value:" + literal(value) + "}");
        }
    }

    private static String expected(FieldType.Shape shape, Object value) {
        return switch (shape) {
            case STRING, BYTES -> value instanceof String ? "" : "string";
            case BOOL -> value instanceof Boolean ? "" : "boolean";
            case INT32, INT64, FLOAT64 -> value instanceof Number ? "" : "numeric (int or float)";
            default -> "";
        };
    }

    private static String literal(Object value) {
        return value instanceof String text ? GoText.quoted(text) : GoText.plain(JsonTree.copy(value));
    }
}
