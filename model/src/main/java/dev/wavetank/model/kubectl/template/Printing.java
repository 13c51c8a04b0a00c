package dev.wavetank.model.kubectl.template;

import dev.wavetank.model.gotext.GoText;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Go's {@code fmt.Sprint}, {@code Sprintln} and {@code Sprintf} for the values of JSON trees. */
final class Printing {

    private static final Pattern VERB = Pattern.compile("%([-+# 0]*)([0-9]*)(?:\\.([0-9]*))?(.|$)", Pattern.DOTALL);

    private Printing() {}

    /** Values one behind the other; a space between two of which neither is text. */
    static String print(List<@Nullable Object> values) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < values.size(); i++) {
            if (i > 0 && !(values.get(i) instanceof String) && !(values.get(i - 1) instanceof String)) {
                text.append(' ');
            }
            text.append(plain(values.get(i)));
        }
        return text.toString();
    }

    static String printLine(List<@Nullable Object> values) {
        return values.stream().map(Printing::plain).collect(Collectors.joining(" ", "", "\n"));
    }

    private static String plain(@Nullable Object value) {
        return value == null ? "<nil>" : GoText.plain(value);
    }

    /** A Go type: integers of a JSON tree are {@code Long}, those of a template {@code Integer}. */
    static String type(@Nullable Object value) {
        return value == null ? "<nil>" : value instanceof Integer ? "int" : GoText.type(value);
    }

    static String format(String format, List<@Nullable Object> values) {
        StringBuilder text = new StringBuilder();
        Matcher verbs = VERB.matcher(format);
        int next = 0;
        int end = 0;
        while (verbs.find()) {
            text.append(format, end, verbs.start());
            end = verbs.end();
            String verb = verbs.group(4);
            if (verb.equals("%")) {
                text.append('%');
            } else if (verb.isEmpty()) {
                text.append("%!(NOVERB)");
            } else if (next == values.size()) {
                text.append("%!").append(verb).append("(MISSING)");
            } else {
                text.append(padded(verbs, verb(verbs, values.get(next++))));
            }
        }
        text.append(format.substring(end));
        if (next < values.size()) {
            text.append(values.subList(next, values.size()).stream()
                    .map(value -> value == null ? "<nil>" : type(value) + "=" + plain(value))
                    .collect(Collectors.joining(", ", "%!(EXTRA ", ")")));
        }
        return text.toString();
    }

    private static String verb(Matcher verb, @Nullable Object value) {
        String name = verb.group(4);
        boolean whole = value instanceof Number && !(value instanceof Double);
        boolean text = value instanceof String;
        return switch (name) {
            case "v" -> plain(value);
            case "T" -> type(value);
            case "s" -> text ? shortened(verb, plain(value)) : wrong(name, value);
            case "q" -> text ? GoText.quoted(plain(value)) : wrong(name, value);
            case "t" -> value instanceof Boolean ? value.toString() : wrong(name, value);
            case "d" -> whole ? String.valueOf(value) : wrong(name, value);
            case "x" -> whole ? Long.toHexString(Long.parseLong(plain(value))) : wrong(name, value);
            case "f" -> value instanceof Double number ? decimal(verb, number) : wrong(name, value);
            case "g" -> value instanceof Double ? plain(value) : wrong(name, value);
            default -> wrong(name, value);
        };
    }

    private static String decimal(Matcher verb, Double value) {
        String digits = verb.group(3);
        int places = digits == null ? 6 : digits.isEmpty() ? 0 : Integer.parseInt(digits);
        return String.format(Locale.ROOT, "%." + places + "f", value);
    }

    private static String shortened(Matcher verb, String text) {
        String digits = verb.group(3);
        int most = digits == null ? text.length() : digits.isEmpty() ? 0 : Integer.parseInt(digits);
        return text.substring(0, Math.min(text.length(), most));
    }

    private static String padded(Matcher verb, String text) {
        int width = verb.group(2).isEmpty() ? 0 : Integer.parseInt(verb.group(2));
        String missing = " ".repeat(Math.max(0, width - text.length()));
        if (verb.group(1).contains("-")) {
            return text + missing;
        }
        return verb.group(1).contains("0") ? missing.replace(' ', '0') + text : missing + text;
    }

    private static String wrong(String verb, @Nullable Object value) {
        return "%!" + verb + "(" + (value == null ? "<nil>" : type(value) + "=" + plain(value)) + ")";
    }
}
