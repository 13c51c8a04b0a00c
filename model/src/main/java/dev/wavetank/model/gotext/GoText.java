package dev.wavetank.model.gotext;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What {@code fmt} prints for texts and JSON trees: {@code %v}, {@code %q} and {@code %T}. */
public final class GoText {

    private static final int LEAST_EXPONENT = -4;
    /** Numbers with more digits before the point are printed with an exponent. */
    private static final int MOST_DIGITS = 6;

    private GoText() {}

    /** The tree as {@code %v} prints it: {@code map[image:x ports:[80 443]]}, keys sorted. */
    public static String plain(Object tree) {
        if (tree == null) {
            return "<nil>";
        }
        if (tree instanceof Map<?, ?> map) {
            return new TreeMap<Object, Object>(map)
                    .entrySet().stream()
                            .map(entry -> entry.getKey() + ":" + plain(entry.getValue()))
                            .collect(Collectors.joining(" ", "map[", "]"));
        }
        if (tree instanceof List<?> list) {
            return list.stream().map(GoText::plain).collect(Collectors.joining(" ", "[", "]"));
        }
        return tree instanceof Double number ? plain(number) : tree.toString();
    }

    /**
     * The shortest digits that mean the same number, with an exponent from a million on (strconv, format {@code
     * g}).
     */
    private static String plain(Double number) {
        BigDecimal digits = new BigDecimal(number.toString()).stripTrailingZeros();
        int exponent = digits.signum() == 0 ? 0 : digits.precision() - digits.scale() - 1;
        if (exponent >= LEAST_EXPONENT && exponent < MOST_DIGITS) {
            return digits.toPlainString();
        }
        String mantissa = digits.scaleByPowerOfTen(-exponent).toPlainString();
        int size = Math.abs(exponent);
        return mantissa + "e" + (exponent < 0 ? "-" : "+") + (size < 10 ? "0" : "") + size;
    }

    /** The text as {@code %q} prints it: in double quotes, with what cannot be printed escaped. */
    public static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        text.codePoints().forEach(point -> append(quoted, point));
        return quoted.append('"').toString();
    }

    /** The texts as {@code %q} prints them: {@code ["a" "b"]}. */
    public static String quoted(List<String> texts) {
        return texts.stream().map(GoText::quoted).collect(Collectors.joining(" ", "[", "]"));
    }

    private static void append(StringBuilder quoted, int point) {
        switch (point) {
            case '"' -> quoted.append("\\\"");
            case '\\' -> quoted.append("\\\\");
            case '\n' -> quoted.append("\\n");
            case '\r' -> quoted.append("\\r");
            case '\t' -> quoted.append("\\t");
            default -> {
                if (point >= 0x20 && point < 0x7f || point > 0x9f && Character.isDefined(point)) {
                    quoted.appendCodePoint(point);
                } else if (point < 0x80) {
                    quoted.append(String.format(Locale.ROOT, "\\x%02x", point));
                } else {
                    quoted.append(String.format(Locale.ROOT, point < 0x10000 ? "\\u%04x" : "\\U%08x", point));
                }
            }
        }
    }

    /** The Go type that a JSON value has in a tree without types, as {@code %T} prints it. */
    public static String type(Object tree) {
        if (tree instanceof Map<?, ?>) {
            return "map[string]interface {}";
        }
        if (tree instanceof List<?>) {
            return "[]interface {}";
        }
        if (tree instanceof Boolean) {
            return "bool";
        }
        if (tree instanceof Double) {
            return "float64";
        }
        if (tree instanceof Long) {
            return "int64";
        }
        return tree == null ? "<nil>" : "string";
    }
}
