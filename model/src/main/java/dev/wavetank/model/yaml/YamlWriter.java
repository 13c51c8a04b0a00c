package dev.wavetank.model.yaml;

import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes a tree as YAML in block style, keys in the order of the map; the same tree gives the same text.
 *
 * <p>{@link YamlReader} reads back an equal tree, provided numbers are {@code Long}, or {@code Double} without
 * a whole value of 64 bits (which JSON does not distinguish from an integer).
 */
public final class YamlWriter {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./][A-Za-z0-9_./@+=,:() -]*");
    /** Anything that a literal block cannot hold, or that someone reading it would not see. */
    private static final Pattern NOT_LITERAL = Pattern.compile("(?s)[\\n ].*|.*[^\\n\\x20-\\x7e].*|.*\\n\\n|.* \\n.*");
    /** Scalars that readers of other YAML versions take for times. */
    private static final Pattern TIME_LIKE = Pattern.compile("[0-9]+(:[0-9]+)+.*|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}.*");

    /** No line of a compact text is longer, unless a scalar makes it so. */
    private static final int COMPACT_WIDTH = 100;

    private final StringBuilder out = new StringBuilder();
    private final boolean isCompact;

    private YamlWriter(boolean isCompact) {
        this.isCompact = isCompact;
    }

    /**
     * Writes one document without a leading {@code ---}.
     *
     * @throws IllegalArgumentException when the tree holds something that has no form in a manifest
     */
    public static String write(Map<String, ?> root) {
        return write(root, false);
    }

    /**
     * Writes the same tree on fewer lines: in flow style where a mapping or a sequence inside of it fits on one.
     *
     * @throws IllegalArgumentException when the tree holds something that has no form in a manifest
     */
    public static String compact(Map<String, ?> root) {
        return write(root, true);
    }

    private static String write(Map<String, ?> root, boolean isCompact) {
        YamlWriter writer = new YamlWriter(isCompact);
        if (root.isEmpty()) {
            return "{}\n";
        }
        writer.mapping(root, 0, false);
        return writer.out.toString();
    }

    private void mapping(Map<?, ?> map, int indent, boolean firstInLine) {
        boolean inLine = firstInLine;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (!inLine) {
                out.append(" ".repeat(indent));
            }
            inLine = false;
            String key = key((String) entry.getKey(), indent);
            out.append(key).append(':');
            if (fits(entry.getValue(), indent + key.length() + 2)) {
                out.append(' ').append(flow(entry.getValue())).append('\n');
            } else {
                value(entry.getValue(), indent);
            }
        }
    }

    /** What follows a colon: on the same line, or a block on the next. */
    private void value(Object value, int indent) {
        if (value instanceof Map<?, ?> map && !map.isEmpty()) {
            out.append('\n');
            mapping(map, indent + 2, false);
        } else if (value instanceof List<?> list && !list.isEmpty()) {
            out.append('\n');
            sequence(list, indent, false);
        } else {
            out.append(' ').append(leaf(value, indent + 2)).append('\n');
        }
    }

    private void sequence(List<?> list, int indent, boolean firstInLine) {
        boolean inLine = firstInLine;
        for (Object item : list) {
            if (!inLine) {
                out.append(" ".repeat(indent));
            }
            inLine = false;
            out.append("- ");
            if (fits(item, indent + 2)) {
                out.append(flow(item)).append('\n');
            } else if (item instanceof Map<?, ?> map && !map.isEmpty()) {
                mapping(map, indent + 2, true);
            } else if (item instanceof List<?> inner && !inner.isEmpty()) {
                sequence(inner, indent + 2, true);
            } else {
                out.append(leaf(item, indent + 2)).append('\n');
            }
        }
    }

    /**
     * Whether a collection is written in flow style, after so many characters of its line. Several mappings are easier
     * to read one below the other, and so are texts of several lines.
     */
    private boolean fits(Object value, int before) {
        boolean isList = value instanceof List<?> list && (list.size() < 2 || !(list.get(0) instanceof Map));
        if (!isCompact || !isList && !(value instanceof Map)) {
            return false;
        }
        String flow = flow(value);
        return before + flow.length() <= COMPACT_WIDTH && !flow.contains("\\n");
    }

    private static String flow(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> flow(entry.getKey()) + ": " + flow(entry.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        if (value instanceof List<?> list) {
            return list.stream().map(YamlWriter::flow).collect(Collectors.joining(", ", "[", "]"));
        }
        if (value instanceof String text) {
            return text.indexOf(',') >= 0 || text.indexOf('\n') >= 0 ? quoted(text) : quotedIfNeeded(text);
        }
        return leaf(value, 0);
    }

    private static String leaf(Object value, int indent) {
        if (value instanceof String text) {
            return isLiteral(text) ? literal(text, indent) : quotedIfNeeded(text);
        }
        if (value instanceof Map) {
            return "{}";
        }
        if (value instanceof List) {
            return "[]";
        }
        boolean number = value instanceof Long || value instanceof Integer || value instanceof BigInteger;
        boolean decimal = value instanceof Double d && Double.isFinite(d);
        if (value == null || value instanceof Boolean || number || decimal) {
            return String.valueOf(value);
        }
        throw new IllegalArgumentException("a manifest cannot hold " + value + " of type "
                + value.getClass().getName());
    }

    /** YAML bounds a key on one line with its colon to 1024 characters; a longer one is announced by a mark. */
    private static String key(String key, int indent) {
        String written = quotedIfNeeded(key);
        return written.length() > 1000 ? "? " + written + "\n" + " ".repeat(indent) : written;
    }

    private static boolean isLiteral(String text) {
        return text.indexOf('\n') >= 0 && !NOT_LITERAL.matcher(text).matches();
    }

    private static String literal(String text, int indent) {
        String pad = "\n" + " ".repeat(indent);
        boolean ends = text.endsWith("\n");
        String body = ends ? text.substring(0, text.length() - 1) : text;
        StringBuilder lines = new StringBuilder(ends ? "|" : "|-");
        for (String line : body.split("\n", -1)) {
            lines.append(line.isEmpty() ? "\n" : pad + line);
        }
        return lines.toString();
    }

    private static String quotedIfNeeded(String text) {
        boolean safe = PLAIN.matcher(text).matches()
                && !text.contains(": ")
                && !text.endsWith(":")
                && !text.endsWith(" ")
                && !text.startsWith("...")
                && !TIME_LIKE.matcher(text).matches()
                && text.equals(ScalarResolver.resolve(text));
        return safe ? text : quoted(text);
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').appendCodePoint(c);
            } else if (c == '\n') {
                quoted.append("\\n");
            } else if (c == '\t') {
                quoted.append("\\t");
            } else if (c >= 0x20 && c < 0x7f || c >= 0xa0 && Character.isLetterOrDigit(c)) {
                quoted.appendCodePoint(c);
            } else {
                quoted.append(String.format(Locale.ROOT, c > 0xffff ? "\\U%08x" : "\\u%04x", c));
            }
        });
        return quoted.append('"').toString();
    }
}
