package dev.wavetank.model.gotext;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/** JSON values as {@code encoding/json} names them in errors and writes them. */
public final class GoJson {
    /** Go prints numbers from here on with an exponent. */
    private static final double LARGE = 1e21;

    private static final double SMALL = 1e-6;

    private GoJson() {}

    /** What errors call a value: {@code object}, {@code array}, {@code string}, {@code number}, {@code bool}, {@code null}. */
    public static String kind(Object value) {
        if (value instanceof Map) {
            return "object";
        }
        if (value instanceof List) {
            return "array";
        }
        if (value instanceof Boolean) {
            return "bool";
        }
        if (value instanceof Number) {
            return "number";
        }
        return value == null ? "null" : "string";
    }

    /** The number as it is written. */
    public static String number(Number number) {
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
