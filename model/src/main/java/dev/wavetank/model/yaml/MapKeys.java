package dev.wavetank.model.yaml;

import java.math.BigDecimal;
import java.util.Locale;

/** Turns keys that are not strings into strings, as kubectl does on its way to JSON. */
final class MapKeys {
    /** Go's %g switches to an exponent from here on, and below ten to the minus four. */
    private static final int PLAIN_DIGITS = 6;

    private MapKeys() {}

    /** The key as text; null when a key of this kind is not possible. */
    static String text(YamlNode node) {
        if (!(node instanceof YamlNode.Scalar scalar)) {
            return null;
        }
        boolean bare = scalar.plain() && scalar.tag().isEmpty();
        Object key = bare ? ScalarResolver.beforeJson(scalar.text()) : TaggedScalars.read(scalar);
        if (key instanceof String || key instanceof Boolean || key instanceof Long) {
            return key.toString();
        }
        return key instanceof Double number ? shortest(number.floatValue()) : null;
    }

    /** The shortest digits that name this float; kubectl prints keys with 32 bits of precision. */
    private static String shortest(float value) {
        if (value == 0) {
            return 1 / value < 0 ? "-0" : "0";
        }
        BigDecimal decimal = new BigDecimal(Float.toString(value)).stripTrailingZeros();
        int exponent = decimal.precision() - decimal.scale() - 1;
        if (exponent >= -4 && exponent < PLAIN_DIGITS) {
            return decimal.toPlainString();
        }
        String digits = decimal.unscaledValue().abs().toString();
        String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        String sign = value < 0 ? "-" : "";
        return sign + mantissa + String.format(Locale.ROOT, "e%+03d", exponent);
    }
}
