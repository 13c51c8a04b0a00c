package dev.wavetank.model.yaml;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What an unquoted scalar means to kubectl.
 *
 * <p>kubectl reads YAML 1.1 with exceptions (octal with {@code 0o}, no base 60, no timestamps), turns it into JSON
 * and reads that again, so every whole number that fits 64 bits ends as an integer, even one written {@code 1e3}.
 * Source: the behaviour of kubectl 1.32.
 */
final class ScalarResolver {
    static final String PREFIX = "tag:yaml.org,2002:";

    private static final List<String> TRUE =
            List.of("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON");
    private static final List<String> FALSE =
            List.of("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF");
    private static final List<String> NULL = List.of("", "~", "null", "Null", "NULL");
    private static final Pattern INFINITE = Pattern.compile("[-+]?\\.(inf|Inf|INF)");
    private static final Pattern NOT_A_NUMBER = Pattern.compile("\\.(nan|NaN|NAN)");
    private static final Pattern INTEGER = Pattern.compile(
            "([-+]?)(?:0[xX](?<hex>[0-9a-fA-F]+)|0[bB](?<bin>[01]+)|0[oO]?(?<oct>[0-7]+)|(?<dec>0|[1-9][0-9]*))");
    private static final Pattern DECIMAL = Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
    private static final BigInteger UINT64_END = BigInteger.ONE.shiftLeft(64);
    /** From here on Go prints whole floating-point numbers with an exponent, and reads them back as such. */
    private static final double EXPONENT_FORM = 1e21;

    private ScalarResolver() {}

    /** The value of an unquoted scalar without a tag, as JSON has it. Infinities and NaN stay {@code Double}. */
    static Object resolve(String text) {
        Object value = beforeJson(text);
        if (value instanceof BigInteger large) {
            return large.doubleValue();
        }
        return value instanceof Double number ? asJson(number) : value;
    }

    /** The value before it went through JSON: {@code 1e3} is still floating-point. Keys are made from this. */
    static Object beforeJson(String text) {
        if (NULL.contains(text)) {
            return null;
        }
        if (TRUE.contains(text)) {
            return true;
        }
        if (FALSE.contains(text)) {
            return false;
        }
        char first = text.charAt(0);
        boolean numberLike = first >= '0' && first <= '9' || first == '+' || first == '-' || first == '.';
        return numberLike ? number(text) : text;
    }

    private static Object number(String text) {
        if (INFINITE.matcher(text).matches()) {
            return text.charAt(0) == '-' ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        if (NOT_A_NUMBER.matcher(text).matches()) {
            return Double.NaN;
        }
        // Underscores group digits, except after a leading point.
        String digits = text.charAt(0) == '.' ? text : text.replace("_", "");
        Optional<BigInteger> whole = integer(digits);
        if (whole.isPresent()) {
            return fits(whole.get()) ? (Object) whole.get().longValue() : whole.get();
        }
        if (!DECIMAL.matcher(digits).matches()) {
            return text;
        }
        double value = Double.parseDouble(digits);
        return Double.isInfinite(value) ? (Object) text : (Object) value;
    }

    private static Optional<BigInteger> integer(String digits) {
        var matcher = INTEGER.matcher(digits);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        BigInteger size = magnitude(matcher.group("hex"), 16)
                .or(() -> magnitude(matcher.group("bin"), 2))
                .or(() -> magnitude(matcher.group("oct"), 8))
                .or(() -> magnitude(matcher.group("dec"), 10))
                .orElseThrow();
        BigInteger value = matcher.group(1).equals("-") ? size.negate() : size;
        boolean unsigned = matcher.group(1).isEmpty() && size.compareTo(UINT64_END) < 0;
        return fits(value) || unsigned ? Optional.of(value) : Optional.empty();
    }

    private static Optional<BigInteger> magnitude(String digits, int radix) {
        return Optional.ofNullable(digits).map(text -> new BigInteger(text, radix));
    }

    /** A number as it looks after it went through kubectl's JSON: whole ones are integers. */
    private static Object asJson(double value) {
        boolean whole = value == StrictMath.rint(value) && StrictMath.abs(value) < EXPONENT_FORM;
        // Go prints the shortest digits that read back as the same number, as Double.toString does.
        BigInteger digits = whole ? new BigDecimal(Double.toString(value)).toBigInteger() : BigInteger.ZERO;
        if (whole && fits(digits)) {
            return digits.longValue();
        }
        return value;
    }

    private static boolean fits(BigInteger value) {
        return value.bitLength() < Long.SIZE;
    }
}
