package dev.wavetank.model.apiserver.discovery;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What OpenAPI documents say about types and fields, and which fields are required: {@code descriptions.txt}. */
final class Descriptions {

    private static final String RESOURCE = "descriptions.txt";
    private static final String OF_ALL = "*";

    private final Map<String, OfType> types = new LinkedHashMap<>();

    /**
     * The words about a type.
     *
     * @param text about the type itself
     * @param fields about its fields, by name
     * @param required names of the fields that every object must have
     */
    private record OfType(String text, Map<String, String> fields, List<String> required) {}

    private Descriptions() {}

    /** Those that come with this module. */
    static Descriptions load() {
        try (InputStream stream = Objects.requireNonNull(Descriptions.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            return of(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Those that a text holds. */
    static Descriptions of(String text) {
        Descriptions descriptions = new Descriptions();
        OfType type = new OfType("", new LinkedHashMap<>(), new ArrayList<>());
        for (String line : text.lines().filter(one -> !one.startsWith("#")).toList()) {
            int space = line.indexOf(' ', 2);
            String name = space < 0 ? line.strip() : line.substring(0, space).strip();
            String words = space < 0 ? "" : line.substring(space + 1);
            if (!line.startsWith("  ")) {
                type = new OfType(words, new LinkedHashMap<>(), new ArrayList<>());
                descriptions.types.put(name, type);
            } else if (name.endsWith("!")) {
                type.required.add(name.substring(0, name.length() - 1));
                type.fields.put(name.substring(0, name.length() - 1), words);
            } else {
                type.fields.put(name, words);
            }
        }
        return descriptions;
    }

    /** The types that something is said about, without that for all. */
    List<String> types() {
        return types.keySet().stream().filter(name -> !name.equals(OF_ALL)).toList();
    }

    /** The fields of a type that something is said about. */
    List<String> fields(String type) {
        return List.copyOf(types.get(type).fields.keySet());
    }

    /** What is said about a type. */
    Optional<String> type(String type) {
        return Optional.ofNullable(types.get(type)).map(OfType::text).filter(text -> !text.isEmpty());
    }

    /**
     * What is said about a field.
     *
     * @param whole whether the type is that of whole objects
     */
    Optional<String> field(String type, String field, boolean whole) {
        Optional<String> own = Optional.ofNullable(types.get(type)).map(known -> known.fields.get(field));
        return own.isPresent() || !whole
                ? own
                : Optional.ofNullable(types.get(OF_ALL)).map(all -> all.fields.get(field));
    }

    /** The fields that every object of a type must have. */
    List<String> required(String type) {
        return types.containsKey(type) ? types.get(type).required : Collections.emptyList();
    }
}
