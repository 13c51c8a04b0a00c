package dev.wavetank.model.kubectl.print;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.schema.Field;
import dev.wavetank.model.schema.FieldType;
import dev.wavetank.model.schema.Schema;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Fields in the order of Go's structs, in which commands print objects as JSON that they hold as structs: those
 * that they make
 * of flags. What is read as a tree of no type is sorted. The orders stand in {@code go-order.txt}.
 */
public final class GoOrder {

    private static final String RESOURCE = "go-order.txt";
    private static final List<String> OF_OBJECTS = List.of("kind", "apiVersion", "metadata");

    private final Schema schema;
    private final Map<String, List<String>> orders = read();

    /** For objects of the types of a schema. */
    public GoOrder(Schema schema) {
        this.schema = schema;
    }

    private static Map<String, List<String>> read() {
        var stream = Objects.requireNonNull(GoOrder.class.getResourceAsStream(RESOURCE), RESOURCE);
        Map<String, List<String>> orders = new LinkedHashMap<>();
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            reader.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
                List<String> words = List.of(line.split(" "));
                orders.put(words.get(0), words.subList(1, words.size()));
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return orders;
    }

    /** The types whose order is known, with their fields. */
    public Map<String, List<String>> orders() {
        return orders;
    }

    /** The tree of an object in its order; that of an unknown kind is sorted. */
    public Map<String, Object> of(KubernetesObject object, Map<String, Object> tree) {
        String type = schema.typeOf(object.apiVersion(), object.kind()).orElse("");
        return struct(type, true, tree);
    }

    @SuppressWarnings("unchecked") // trees have only names as keys
    private Map<String, Object> struct(String type, boolean whole, Map<String, Object> tree) {
        List<String> names = new ArrayList<>(whole ? OF_OBJECTS : List.of());
        names.addAll(orders.getOrDefault(type, List.of()));
        new TreeMap<>(tree)
                .keySet().stream().filter(name -> !names.contains(name)).forEach(names::add);
        Map<String, Field> fields = schema.hasType(type) ? schema.fields(type) : new LinkedHashMap<>();
        Map<String, Object> ordered = new LinkedHashMap<>();
        for (String name : names) {
            if (tree.containsKey(name)) {
                Field field = fields.get(name);
                ordered.put(
                        name,
                        field == null && name.equals("metadata") && tree.get(name) instanceof Map<?, ?> metadata
                                ? struct("ObjectMeta", false, (Map<String, Object>) metadata)
                                : value(field == null ? null : field.type(), tree.get(name)));
            }
        }
        return ordered;
    }

    @SuppressWarnings("unchecked") // trees have only names as keys
    private @Nullable Object value(@Nullable FieldType type, @Nullable Object value) {
        if (value instanceof List<?> list) {
            FieldType element = type == null ? null : type.element();
            List<Object> items = new ArrayList<>();
            list.forEach(item -> items.add(value(element, item)));
            return items;
        }
        if (!(value instanceof Map<?, ?> map)) {
            return value;
        }
        if (type != null && type.shape() == FieldType.Shape.STRUCT) {
            return struct(type.name(), false, (Map<String, Object>) map);
        }
        FieldType element = type == null ? null : type.element();
        Map<String, Object> sorted = new TreeMap<>();
        ((Map<String, Object>) map).forEach((key, item) -> sorted.put(key, value(element, item)));
        return sorted;
    }
}
