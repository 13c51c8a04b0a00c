package dev.wavetank.model.codec;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.schema.Field;
import dev.wavetank.model.schema.FieldType;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.schema.ServedKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Nulls as Go's JSON decoder reads them: the null of a field leaves the field alone; an item of a list, or a value of a
 * map, is there all the same, with the zero value of its type (encoding/json, {@code literalStore}).
 */
public final class NullValues {

    private NullValues() {}

    /** An object of a type with zero values where its lists and maps have nulls; the given tree when they have none. */
    public static Map<String, Object> toZero(Schema schema, String type, Map<String, Object> tree) {
        if (!schema.hasType(type)) {
            return tree;
        }
        Map<String, Field> fields = schema.fields(type);
        Map<String, Object> changed = new LinkedHashMap<>();
        boolean same = true;
        for (Map.Entry<String, Object> entry : tree.entrySet()) {
            Object value = entry.getValue();
            Field field = fields.get(entry.getKey());
            Object decoded = field == null || value == null ? value : value(schema, field.type(), value);
            same = same && value != null && decoded == value;
            if (value != null) {
                changed.put(entry.getKey(), decoded);
            }
        }
        return same ? tree : changed;
    }

    /** The object as a server decodes it: its spec is a struct of Go, and is there even when the body has none. */
    public static KubernetesObject decoded(Schema schema, ObjectCodec codec, KubernetesObject object) {
        // Most objects have one, and need not become a tree to show it.
        if (object.spec() != null) {
            return object;
        }
        Optional<String> type = schema.kind(object.apiVersion(), object.kind()).map(ServedKind::type);
        Field spec = type.map(name -> schema.fields(name).get("spec")).orElse(null);
        if (spec == null || spec.type().shape() != FieldType.Shape.STRUCT) {
            return object;
        }
        Map<String, Object> tree = codec.encode(object);
        return tree.putIfAbsent("spec", new LinkedHashMap<>()) == null ? codec.decode(tree) : object;
    }

    /** The request whose body, if it creates an object, is as a server decodes it. */
    public static ApiRequest decoded(Schema schema, ObjectCodec codec, ApiRequest request) {
        if (!(request instanceof ApiRequest.Create create)
                || !create.subresource().isEmpty()) {
            return request;
        }
        KubernetesObject body = decoded(schema, codec, create.body());
        return new ApiRequest.Create(create.resource(), create.namespace(), create.name(), "", body);
    }

    @SuppressWarnings("unchecked") // trees have text keys only
    private static Object value(Schema schema, FieldType type, Object value) {
        if (type.shape() == FieldType.Shape.STRUCT && value instanceof Map<?, ?> tree) {
            return toZero(schema, type.name(), (Map<String, Object>) tree);
        }
        if (type.shape() == FieldType.Shape.LIST && value instanceof List<?> list) {
            List<Object> items = new ArrayList<>(list.size());
            boolean same = true;
            for (Object item : list) {
                Object decoded = element(schema, type, item);
                same = same && decoded == item;
                items.add(decoded);
            }
            return same ? list : items;
        }
        if (type.shape() == FieldType.Shape.MAP && value instanceof Map<?, ?> map) {
            Map<String, Object> entries = new LinkedHashMap<>();
            boolean same = true;
            for (Map.Entry<String, Object> entry : ((Map<String, Object>) map).entrySet()) {
                Object decoded = element(schema, type, entry.getValue());
                same = same && decoded != null && decoded == entry.getValue();
                if (decoded != null) {
                    entries.put(entry.getKey(), decoded);
                }
            }
            return same ? map : entries;
        }
        return value;
    }

    private static @Nullable Object element(Schema schema, FieldType collection, @Nullable Object value) {
        FieldType type = Objects.requireNonNull(collection.element());
        return value == null ? of(type) : value(schema, type, value);
    }

    /** The zero value of a type as JSON; null where the type can hold nothing. */
    static @Nullable Object of(FieldType type) {
        return switch (type.shape()) {
            case STRING, BYTES -> "";
            case STRUCT, MAP -> new LinkedHashMap<String, Object>();
            case LIST -> new ArrayList<Object>();
            case BOOL -> false;
            case INT32, INT64, INT_OR_STRING -> 0L;
            case FLOAT64 -> 0.0;
            case QUANTITY -> "0";
            case ANY, TIME -> null;
        };
    }
}
