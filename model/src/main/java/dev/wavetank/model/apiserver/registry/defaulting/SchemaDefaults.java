package dev.wavetank.model.apiserver.registry.defaulting;

import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import dev.wavetank.model.codec.JsonText;
import dev.wavetank.model.schema.FieldType;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * Fills in defaults on JSON trees of any kind, guided by the types of the schema. Requests of simulated components are
 * not JSON: their strategies know their defaults, and bring here only the trees within their objects.
 */
public final class SchemaDefaults {

    private SchemaDefaults() {}

    /** Read when they are first needed; they never change. */
    private static final class Lazy {
        private static final Map<String, Map<String, Object>> DEFAULTS = read();
        private static final Set<String> TYPES = typesWithDefaults();
    }

    /** The types that have defaults, or fields of types that have. */
    private static Set<String> typesWithDefaults() {
        Set<String> found = new LinkedHashSet<>(Lazy.DEFAULTS.keySet());
        found.addAll(DependentDefaults.types());
        boolean grows = true;
        while (grows) {
            grows = false;
            for (String type : ApiSchema.get().typeNames()) {
                if (!found.contains(type) && leadsTo(found, ApiSchema.get().fields(type))) {
                    found.add(type);
                    grows = true;
                }
            }
        }
        return Collections.unmodifiableSet(found);
    }

    private static boolean leadsTo(Set<String> types, Map<String, FieldType> fields) {
        return fields.values().stream()
                .map(field -> field.shape() == FieldType.Shape.LIST ? field.element() : field)
                .anyMatch(field -> field.shape() == FieldType.Shape.STRUCT && types.contains(field.name()));
    }

    /** Whether there is anything to fill in on an object of a type. */
    static boolean hasDefaults(String type) {
        return Lazy.TYPES.contains(type);
    }

    private static Map<String, Map<String, Object>> read() {
        Map<String, Map<String, Object>> defaults = new TreeMap<>();
        var stream = Objects.requireNonNull(SchemaDefaults.class.getResourceAsStream("defaults.txt"));
        try (var reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            reader.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .forEach(line -> {
                        String[] words = line.split(" ", 3);
                        defaults.computeIfAbsent(words[0], type -> new LinkedHashMap<>())
                                .put(words[1], JsonText.parse(words[2]));
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Collections.unmodifiableMap(defaults);
    }

    /** The tree of an object of a type with all defaults; the given one is left as it is. */
    public static Map<String, Object> fill(String type, Map<String, Object> tree) {
        Map<String, Object> filled = new LinkedHashMap<>(tree);
        Lazy.DEFAULTS.getOrDefault(type, Collections.emptyMap()).forEach((field, value) -> {
            if (filled.get(field) == null || filled.get(field).equals("")) {
                filled.put(field, value);
            }
        });
        DependentDefaults.fill(type, filled);
        return descend(type, filled);
    }

    /** The tree with all defaults; the given one when it has them already, so that objects may share it. */
    public static Map<String, Object> complete(String type, Map<String, Object> tree) {
        if (tree == null) {
            return null;
        }
        Map<String, Object> filled = fill(type, tree);
        return filled.equals(tree) ? tree : filled;
    }

    /**
     * A part of the fields of an object of a type, with all defaults within these fields but none beside them; the
     * given one when it has them already.
     */
    public static Map<String, Object> completeFields(String type, Map<String, Object> fields) {
        if (fields.isEmpty()) {
            return fields;
        }
        Map<String, Object> filled = descend(type, new LinkedHashMap<>(fields));
        return filled.equals(fields) ? fields : filled;
    }

    private static Map<String, Object> descend(String type, Map<String, Object> filled) {
        Map<String, FieldType> fields = ApiSchema.get().fields(type);
        filled.replaceAll((field, value) -> {
            FieldType known = fields.get(field);
            return known == null ? value : value(known, value);
        });
        return filled;
    }

    private static Object value(FieldType type, Object value) {
        if (type.shape() == FieldType.Shape.STRUCT && value instanceof Map && hasDefaults(type.name())) {
            return fill(type.name(), JsonFields.map(value));
        }
        if (type.shape() == FieldType.Shape.LIST
                && type.element().shape() == FieldType.Shape.STRUCT
                && hasDefaults(type.element().name())
                && value instanceof List<?> list) {
            List<Object> items = new ArrayList<>(list.size());
            list.forEach(item -> items.add(value(type.element(), item)));
            return items;
        }
        return value;
    }
}
