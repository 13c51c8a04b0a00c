package dev.wavetank.model.yaml;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The value of a scalar with its tag and quotes taken into account. */
final class TaggedScalars {
    private TaggedScalars() {}

    /**
     * Reads a scalar.
     *
     * @throws IllegalArgumentException with one sentence, when the text does not fit the tag or JSON
     */
    static Object read(YamlNode.Scalar scalar) {
        if (scalar.tag().isEmpty()) {
            return scalar.plain() ? finite(ScalarResolver.resolve(scalar.text()), scalar.text()) : scalar.text();
        }
        if (!scalar.tag().startsWith(ScalarResolver.PREFIX)) {
            return scalar.text(); // An application's own tag says nothing to kubectl.
        }
        String type = scalar.tag().substring(ScalarResolver.PREFIX.length());
        Object value = type.equals("str") ? scalar.text() : ScalarResolver.resolve(scalar.text());
        boolean fits = switch (type) {
            case "str", "timestamp" -> true;
            case "binary" -> {
                value = decode(scalar.text());
                yield true;
            }
            case "null" -> value == null;
            case "bool" -> value instanceof Boolean;
            case "int" -> value instanceof Long;
            case "float" -> value instanceof Number;
            default -> throw new IllegalArgumentException("the tag !!" + type + " is not for a single value");
        };
        if (!fits) {
            throw new IllegalArgumentException("'" + scalar.text() + "' is not a value of type !!" + type);
        }
        return type.equals("timestamp") ? scalar.text() : finite(value, scalar.text());
    }

    private static Object finite(Object value, String text) {
        if (value instanceof Double number && !Double.isFinite(number)) {
            throw new IllegalArgumentException(
                    "'" + text + "' has no form in JSON; write an ordinary number, or put it in quotes");
        }
        return value;
    }

    private static String decode(String text) {
        try {
            return new String(Base64.getDecoder().decode(text.replaceAll("\\s", "")), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("a !!binary value must be base64", e);
        }
    }
}
