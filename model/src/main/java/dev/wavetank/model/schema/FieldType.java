package dev.wavetank.model.schema;

import dev.wavetank.model.gotext.GoTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The type of a field.
 *
 * @param shape what JSON it takes
 * @param name how Go names it, for errors; the name in the schema for {@link Shape#STRUCT}
 * @param element type of the items or map values; null for other shapes
 */
public record FieldType(Shape shape, String name, @Nullable FieldType element) {
    /** The kinds of types a field can have. */
    public enum Shape {
        /** Text. */
        STRING,
        /** True or false. */
        BOOL,
        /** A whole number of 32 bits. */
        INT32,
        /** A whole number of 64 bits. */
        INT64,
        /** Any number. */
        FLOAT64,
        /** Text in base64. */
        BYTES,
        /** Anything. */
        ANY,
        /** Text that is an instant as RFC 3339 writes it. */
        TIME,
        /** A quantity, as text or as a number. */
        QUANTITY,
        /** Text or a whole number of 32 bits. */
        INT_OR_STRING,
        /** Another type with fields. */
        STRUCT,
        /** A list. */
        LIST,
        /** A map from text. */
        MAP
    }

    private static final String MAP_OF = "map[string]";

    /** Reads the notation of {@code types.txt}. */
    static FieldType parse(String text) {
        if (text.startsWith("[]")) {
            FieldType element = parse(text.substring(2));
            return new FieldType(Shape.LIST, "[]" + element.goName(), element);
        }
        if (text.startsWith(MAP_OF)) {
            FieldType element = parse(text.substring(MAP_OF.length()));
            boolean amounts = element.shape == Shape.QUANTITY;
            return new FieldType(Shape.MAP, amounts ? "v1.ResourceList" : MAP_OF + element.goName(), element);
        }
        if (text.startsWith("string/")) {
            return new FieldType(Shape.STRING, text.substring("string/".length()), null);
        }
        return switch (text) {
            case "string" -> new FieldType(Shape.STRING, text, null);
            case "bool" -> new FieldType(Shape.BOOL, text, null);
            case "int32" -> new FieldType(Shape.INT32, text, null);
            case "int64" -> new FieldType(Shape.INT64, text, null);
            case "float64" -> new FieldType(Shape.FLOAT64, text, null);
            case "bytes" -> new FieldType(Shape.BYTES, "[]uint8", null);
            case "any" -> new FieldType(Shape.ANY, text, null);
            case "Time" -> new FieldType(Shape.TIME, GoTime.SECONDS, null);
            case "MicroTime" -> new FieldType(Shape.TIME, GoTime.MICROS, null);
            case "Quantity" -> new FieldType(Shape.QUANTITY, "resource.Quantity", null);
            case "IntOrString" -> new FieldType(Shape.INT_OR_STRING, "intstr.IntOrString", null);
            default -> new FieldType(Shape.STRUCT, text, null);
        };
    }

    /** The type as Go's JSON errors print it: {@code []v1.Container}. */
    public String goName() {
        if (shape != Shape.STRUCT) {
            return name;
        }
        String version = name.matches("v[0-9].*") ? name.substring(0, name.indexOf('.')) : "v1";
        return version + "." + structName(name);
    }

    /** What is wrong with a text that is to be an instant, in the words of Go's parser. */
    public Optional<String> mistakeInTime(String text) {
        return GoTime.mistake(text, name);
    }

    /** A type's name without the prefix that keeps it apart from its namesakes. */
    static String structName(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }
}
