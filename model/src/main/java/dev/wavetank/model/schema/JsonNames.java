package dev.wavetank.model.schema;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/** What Go's JSON errors call a value. */
final class JsonNames {
    /** Go prints numbers from here on with an exponent. */
    private static final double LARGE = 1e21;

    private static final double SMALL = 1e-6;

    private JsonNames() {}

    static String of(Object value) {
        if (value instanceof Map) {
            return "object";
        }
        if (value instanceof List) {
            return "array";
        }
        if (value instanceof Boolean) {
            return "bool";
        }
        return value instanceof Number ? "number" : "string";
    }

    /** The number as Go writes it in JSON. */
    static String literal(Number number) {
        if (!(number instanceof Double decimal)) {
            return number.toString();
        }
        double size = StrictMath.abs(decimal);
        BigDecimal digits = new BigDecimal(decimal.toString()).stripTrailingZeros();
        if (size >= SMALL && size < LARGE) {
            return digits.toPlainString();
        }
        int exponent = digits.precision() - digits.scale() - 1;
        String mantissa = digits.scaleByPowerOfTen(-exponent).toPlainString();
        return mantissa + "e" + (exponent < 0 ? "" : "+") + exponent;
    }
}
