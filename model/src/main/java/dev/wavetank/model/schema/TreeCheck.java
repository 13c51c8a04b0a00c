package dev.wavetank.model.schema;

import dev.wavetank.model.gotext.GoBase64;
import dev.wavetank.model.gotext.GoJson;
import dev.wavetank.model.gotext.GoTime;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.sim.text.Suggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** One walk over a tree along its type. */
final class TreeCheck {
    private final Schema schema;
    private final List<SchemaProblem> problems = new ArrayList<>();

    TreeCheck(Schema schema) {
        this.schema = schema;
    }

    List<SchemaProblem> problems() {
        return problems;
    }

    /**
     * Where a value stands.
     *
     * @param path with indexes and keys
     * @param owner the Go struct that has the field
     * @param goPath field names only
     */
    private record Spot(String path, String owner, String goPath) {
        Spot inside(String part) {
            return new Spot(path + "[" + part + "]", owner, goPath);
        }

        Spot field(String struct, String name) {
            String dot = path.isEmpty() ? "" : ".";
            return new Spot(path + dot + name, FieldType.structName(struct), goPath + dot + name);
        }

        String goField() {
            return owner + "." + goPath;
        }
    }

    void root(String type, Map<String, ?> tree) {
        struct(type, tree, new Spot("", "", ""));
    }

    /** Whether a value of a type that reads itself is one that it takes. */
    boolean reads(FieldType type, Object value) {
        value(type, value, new Spot("", "", ""));
        return problems.isEmpty();
    }

    /**
     * Keys are visited in the order in which kubectl sends them: sorted. The first problem is then the server's.
     */
    private void struct(String type, Map<?, ?> tree, Spot spot) {
        Map<String, Field> fields = schema.fields(type);
        new TreeMap<Object, Object>(tree).forEach((key, value) -> {
            String name = (String) key;
            Spot inner = spot.field(type, name);
            Field field = fields.get(name);
            if (field == null) {
                problems.add(new SchemaProblem.UnknownField(inner.path(), Suggestion.of(name, fields.keySet())));
            } else if (value != null) {
                value(field.type(), value, inner);
            }
        });
    }

    private void value(FieldType type, Object value, Spot spot) {
        switch (type.shape()) {
            case ANY -> {}
            case STRING -> require(value instanceof String, type, value, spot);
            case BOOL -> require(value instanceof Boolean, type, value, spot);
            case FLOAT64 -> require(value instanceof Number, type, value, spot);
            case INT32, INT64 -> integer(type, value, spot);
            case BYTES -> bytes(type, value, spot);
            case TIME -> time(type, value, spot);
            case QUANTITY -> quantity(value, spot);
            case INT_OR_STRING -> intOrString(value, spot);
            case STRUCT, LIST, MAP -> container(type, value, spot);
        }
    }

    private void container(FieldType type, Object value, Spot spot) {
        if (type.shape() == FieldType.Shape.STRUCT && value instanceof Map<?, ?> tree) {
            struct(type.name(), tree, spot);
        } else if (type.shape() == FieldType.Shape.MAP && value instanceof Map<?, ?> map) {
            new TreeMap<Object, Object>(map)
                    .forEach((key, item) ->
                            item(Objects.requireNonNull(type.element()), item, spot.inside(String.valueOf(key))));
        } else if (type.shape() == FieldType.Shape.LIST && value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                item(Objects.requireNonNull(type.element()), list.get(i), spot.inside(String.valueOf(i)));
            }
        } else {
            wrong(type.goName(), GoJson.kind(value), spot);
        }
    }

    private void item(FieldType type, Object value, Spot spot) {
        if (value != null) {
            value(type, value, spot);
        }
    }

    private void integer(FieldType type, Object value, Spot spot) {
        boolean wide = type.shape() == FieldType.Shape.INT64;
        boolean fits = value instanceof Long number && (wide || number.intValue() == number);
        if (!fits) {
            wrong(type.goName(), foundForInteger(value), spot);
        }
    }

    private void bytes(FieldType type, Object value, Spot spot) {
        if (!(value instanceof String text)) {
            wrong(type.goName(), GoJson.kind(value), spot);
            return;
        }
        int mistake = GoBase64.mistake(text);
        if (mistake >= 0) {
            problems.add(new SchemaProblem.BadValue(spot.path(), "illegal base64 data at input byte " + mistake));
        }
    }

    /** These types read themselves, and Go stops at their first refusal. */
    private void time(FieldType type, Object value, Spot spot) {
        Optional<String> mistake = value instanceof String text
                ? GoTime.mistake(text, type.name())
                : Optional.of(wrongType("string", GoJson.kind(value), spot).text());
        mistake.ifPresent(text -> problems.add(new SchemaProblem.BadValue(spot.path(), text)));
    }

    private void quantity(Object value, Spot spot) {
        String text = value instanceof Number number ? GoJson.number(number) : String.valueOf(value);
        try {
            Quantity.parse(value instanceof String || value instanceof Number ? text.strip() : "");
        } catch (IllegalArgumentException e) {
            problems.add(new SchemaProblem.BadValue(spot.path(), e.getMessage()));
        }
    }

    private void intOrString(Object value, Spot spot) {
        boolean fits = value instanceof String || value instanceof Long number && number.intValue() == number;
        if (!fits) {
            String text = wrongType("int32", foundForInteger(value), spot).text();
            problems.add(new SchemaProblem.BadValue(spot.path(), text));
        }
    }

    private static String foundForInteger(Object value) {
        return value instanceof Number number ? "number " + GoJson.number(number) : GoJson.kind(value);
    }

    private void require(boolean fits, FieldType type, Object value, Spot spot) {
        if (!fits) {
            wrong(type.goName(), GoJson.kind(value), spot);
        }
    }

    private void wrong(String expected, String found, Spot spot) {
        problems.add(wrongType(expected, found, spot));
    }

    private static SchemaProblem.WrongType wrongType(String expected, String found, Spot spot) {
        return new SchemaProblem.WrongType(spot.path(), spot.goField(), expected, found);
    }
}
