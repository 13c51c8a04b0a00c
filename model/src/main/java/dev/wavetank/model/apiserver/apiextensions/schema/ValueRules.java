package dev.wavetank.model.apiserver.apiextensions.schema;

import dev.wavetank.model.gotext.GoSyntax;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** What a schema says about one value: its type, text, number. */
final class ValueRules {

    private static final Pattern UUID =
            Pattern.compile("(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}");
    private static final Pattern IPV4 = Pattern.compile("(?:(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(?:\\.(?!$)|$)){4}");
    private static final Pattern DURATION = Pattern.compile("[-+]?(?:[0-9.]+(?:ns|us|µs|ms|s|m|h))+|0");

    private ValueRules() {}

    static List<Finding> type(Map<String, Object> schema, Object value, String path) {
        String wanted =
                Tree.isTrue(schema, "x-kubernetes-int-or-string") ? "integer,string" : Tree.text(schema, "type");
        if (wanted.isEmpty() || value == null && Tree.isTrue(schema, "nullable")) {
            return List.of();
        }
        String actual = typeOf(value);
        boolean fits =
                List.of(wanted.split(",")).contains(actual) || wanted.equals("number") && actual.equals("integer");
        return fits ? List.of() : List.of(wrongType(path, wanted, actual));
    }

    private static Finding wrongType(String path, String wanted, String actual) {
        return new Finding(
                Finding.WRONG_TYPE,
                path,
                "Invalid value: \"" + actual + "\": " + path + " in body must be of type " + wanted + ": \"" + actual
                        + "\"");
    }

    private static String typeOf(Object value) {
        if (value instanceof Map) {
            return "object";
        }
        if (value instanceof List) {
            return "array";
        }
        if (value instanceof Number number) {
            return Tree.isWhole(number) ? "integer" : "number";
        }
        return value == null ? "null" : value instanceof Boolean ? "boolean" : "string";
    }

    static List<Finding> text(Map<String, Object> schema, String text, String path) {
        List<Finding> findings = new ArrayList<>(0);
        int length = text.codePointCount(0, text.length());
        if (schema.get("maxLength") instanceof Number max && length > max.intValue()) {
            findings.add(Finding.tooLong(path, max));
        }
        if (schema.get("minLength") instanceof Number min && length < min.intValue()) {
            findings.add(Finding.invalid(
                    path, text, path + " in body should be at least " + GoSyntax.number(min) + " chars long"));
        }
        String pattern = Tree.text(schema, "pattern");
        if (!pattern.isEmpty() && !matches(pattern, text)) {
            findings.add(Finding.invalid(path, text, path + " in body should match '" + pattern + "'"));
        }
        String format = Tree.text(schema, "format");
        if (!isOfFormat(format, text)) {
            findings.add(new Finding(
                    Finding.WRONG_TYPE,
                    path,
                    "Invalid value: \"" + text + "\": " + path + " in body must be of type " + format + ": \"" + text
                            + "\""));
        }
        return findings;
    }

    private static boolean matches(String pattern, String text) {
        try {
            return Pattern.compile(pattern).matcher(text).find();
        } catch (PatternSyntaxException mistake) {
            return false;
        }
    }

    /** Whether a text is of a format; of one that is not known here every text is. */
    private static boolean isOfFormat(String format, String text) {
        try {
            return switch (format) {
                case "date-time" -> OffsetDateTime.parse(text) != null;
                case "date" -> LocalDate.parse(text) != null;
                case "duration" -> DURATION.matcher(text).matches() || Duration.parse(text) != null;
                case "byte" -> Base64.getDecoder().decode(text) != null;
                case "uuid" -> UUID.matcher(text).matches();
                case "ipv4" -> IPV4.matcher(text).matches();
                default -> true;
            };
        } catch (DateTimeException | IllegalArgumentException mistake) {
            return false;
        }
    }

    static List<Finding> number(Map<String, Object> schema, Number number, String path) {
        List<Finding> findings = new ArrayList<>(0);
        BigDecimal value = decimal(number);
        if (schema.get("maximum") instanceof Number max) {
            boolean exclusive = Tree.isTrue(schema, "exclusiveMaximum");
            if (value.compareTo(decimal(max)) > (exclusive ? -1 : 0)) {
                findings.add(bound(path, number, exclusive ? "less than " : "less than or equal to ", max));
            }
        }
        if (schema.get("minimum") instanceof Number min) {
            boolean exclusive = Tree.isTrue(schema, "exclusiveMinimum");
            if (value.compareTo(decimal(min)) < (exclusive ? 1 : 0)) {
                findings.add(bound(path, number, exclusive ? "greater than " : "greater than or equal to ", min));
            }
        }
        if (schema.get("multipleOf") instanceof Number factor
                && decimal(factor).signum() != 0
                && value.remainder(decimal(factor)).signum() != 0) {
            findings.add(bound(path, number, "a multiple of ", factor));
        }
        return findings;
    }

    private static Finding bound(String path, Number number, String relation, Number bound) {
        return Finding.invalid(path, number, path + " in body should be " + relation + GoSyntax.number(bound));
    }

    private static BigDecimal decimal(Number number) {
        return new BigDecimal(number.toString());
    }
}
