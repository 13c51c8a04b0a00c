package dev.wavetank.model.codec;

import java.util.List;
import java.util.Locale;

/** Texts as Go's {@code %q} writes them: names in error messages may hold anything. */
public final class Quoted {

    private Quoted() {}

    /** A text in double quotes, with what cannot be printed escaped. */
    public static String go(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        text.codePoints().forEach(point -> append(quoted, point));
        return quoted.append('"').toString();
    }

    /** A list of texts. */
    public static String go(List<String> texts) {
        return "[" + String.join(" ", texts.stream().map(Quoted::go).toList()) + "]";
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
}
