package dev.wavetank.model.patch.apply;

import dev.wavetank.model.gotext.GoText;
import dev.wavetank.model.patch.JsonTree;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * One step from a container to what is in it.
 *
 * @param kind what leads there
 * @param content the field's name, the key fields with their values, the item of a set, or the index
 */
record PathElement(Kind kind, Object content) implements Comparable<PathElement> {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_LONG_FOR_INTS)
            .build();

    /** What leads to a child, with its letter in {@code fieldsV1}. In the order in which children are written. */
    enum Kind {
        FIELD("f:"),
        KEY("k:"),
        VALUE("v:"),
        INDEX("i:");

        private final String prefix;

        Kind(String prefix) {
            this.prefix = prefix;
        }
    }

    static PathElement field(String name) {
        return new PathElement(Kind.FIELD, name);
    }

    static PathElement key(Map<String, Object> values) {
        return new PathElement(Kind.KEY, new TreeMap<>(values));
    }

    static PathElement value(Object item) {
        return new PathElement(Kind.VALUE, item);
    }

    static PathElement index(int index) {
        return new PathElement(Kind.INDEX, (long) index);
    }

    /**
     * Reads the notation of {@code fieldsV1}.
     *
     * @throws IllegalArgumentException when it is none
     */
    static PathElement parse(String text) {
        String rest = text.length() < 2 ? "" : text.substring(2);
        if (text.startsWith("f:")) {
            return field(rest);
        }
        try {
            if (text.startsWith("k:")) {
                return key(JsonTree.map(JSON.readValue(rest, Map.class)));
            }
            if (text.startsWith("v:")) {
                return value(JSON.readValue(rest, Object.class));
            }
        } catch (JacksonException mistake) {
            throw new IllegalArgumentException("fieldsV1 has the key \"" + text + "\", which is no JSON", mistake);
        }
        if (text.startsWith("i:")) {
            return index(Integer.parseInt(rest));
        }
        throw new IllegalArgumentException("fieldsV1 has the key \"" + text + "\", which is neither f:, k:, v: nor i:");
    }

    /** In the notation of {@code fieldsV1}: {@code f:spec}, {@code k:{"name":"web"}}. */
    String text() {
        boolean plain = kind == Kind.FIELD || kind == Kind.INDEX;
        return kind.prefix + (plain ? content.toString() : JSON.writeValueAsString(content));
    }

    /** In the notation of error texts: {@code .spec}, {@code [name="web"]}. */
    @Override
    public String toString() {
        return switch (kind) {
            case FIELD -> "." + content;
            case KEY ->
                JsonTree.map(content).entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + scalar(entry.getValue()))
                        .collect(Collectors.joining(",", "[", "]"));
            case VALUE -> "[=" + scalar(content) + "]";
            case INDEX -> "[" + content + "]";
        };
    }

    private static String scalar(Object value) {
        return value instanceof String text ? GoText.quoted(text) : String.valueOf(value);
    }

    @Override
    public int compareTo(PathElement other) {
        int byKind = kind.compareTo(other.kind);
        return byKind != 0 ? byKind : compare(content, other.content);
    }

    private static int compare(Object one, Object other) {
        if (one instanceof Number a && other instanceof Number b) {
            return Double.compare(a.doubleValue(), b.doubleValue());
        }
        if (one instanceof Map<?, ?> && other instanceof Map<?, ?>) {
            return compareKeys(JsonTree.map(one), JsonTree.map(other));
        }
        return Comparator.comparing(GoText::type).thenComparing(String::valueOf).compare(one, other);
    }

    private static int compareKeys(Map<String, Object> one, Map<String, Object> other) {
        List<String> names = List.copyOf(one.keySet());
        List<String> otherNames = List.copyOf(other.keySet());
        for (int i = 0; i < Math.min(names.size(), otherNames.size()); i++) {
            int byName = names.get(i).compareTo(otherNames.get(i));
            int result = byName != 0 ? byName : compare(one.get(names.get(i)), other.get(names.get(i)));
            if (result != 0) {
                return result;
            }
        }
        return Integer.compare(names.size(), otherNames.size());
    }
}
