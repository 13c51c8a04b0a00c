package dev.wavetank.model.patch;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How Go prints JSON trees in error texts. */
public final class GoText {

    private GoText() {}

    /** The tree as {@code %v} prints it: {@code map[image:x ports:[80 443]]}, keys sorted. */
    public static String plain(Object tree) {
        if (tree == null) {
            return "<nil>";
        }
        if (tree instanceof Map<?, ?>) {
            return new TreeMap<>(JsonTree.map(tree))
                    .entrySet().stream()
                            .map(entry -> entry.getKey() + ":" + plain(entry.getValue()))
                            .collect(Collectors.joining(" ", "map[", "]"));
        }
        if (tree instanceof List<?> list) {
            return list.stream().map(GoText::plain).collect(Collectors.joining(" ", "[", "]"));
        }
        return tree.toString();
    }

    /** The text as {@code %q} prints it: in double quotes, with quotes, backslashes and control characters escaped. */
    public static String quoted(String text) {
        StringBuilder result = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            switch (c) {
                case '"' -> result.append("\\\"");
                case '\\' -> result.append("\\\\");
                case '\n' -> result.append("\\n");
                case '\t' -> result.append("\\t");
                case '\r' -> result.append("\\r");
                default -> result.append(c);
            }
        }
        return result.append('"').toString();
    }

    /** The Go type that a JSON value has in a tree without types. */
    public static String type(Object tree) {
        if (tree instanceof Map<?, ?>) {
            return "map[string]interface {}";
        }
        if (tree instanceof List<?>) {
            return "[]interface {}";
        }
        if (tree instanceof Boolean) {
            return "bool";
        }
        if (tree instanceof Double) {
            return "float64";
        }
        if (tree instanceof Long) {
            return "int64";
        }
        return tree == null ? "<nil>" : "string";
    }
}
