package dev.wavetank.model.codec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON text into trees, and words its mistakes as Go's {@code encoding/json} does, which real API servers quote.
 *
 * <p>Objects become maps in the order of the text, whole numbers {@link Long} (those beyond 64 bits {@link Double}),
 * others {@link Double}.
 */
public final class JsonText {

    /**
     * Go's decoder gives up at 10,000, which would need a stack of many megabytes here. No API type nests as deep as
     * this.
     */
    private static final int DEPTH_MAX = 400;

    private final String text;
    private int at;
    private int depth;

    private JsonText(String text) {
        this.text = text;
    }

    /** What is wrong with a text, in Go's words. */
    public static final class SyntaxMistake extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        private SyntaxMistake(String message) {
            super(message);
        }
    }

    /**
     * The tree of a text.
     *
     * @throws SyntaxMistake when the text is not JSON
     */
    public static Object parse(String text) {
        JsonText reader = new JsonText(text);
        Object value = reader.value("looking for beginning of value");
        reader.space();
        if (reader.at < text.length()) {
            throw reader.invalid("after top-level value");
        }
        return value;
    }

    private Object value(String where) {
        space();
        char c = peek(where);
        if (++depth > DEPTH_MAX) {
            throw new SyntaxMistake("exceeded max depth");
        }
        Object value;
        if (c == '{') {
            value = object();
        } else if (c == '[') {
            value = array();
        } else if (c == '"') {
            value = string();
        } else if (c == 't') {
            value = literal("true", Boolean.TRUE);
        } else if (c == 'f') {
            value = literal("false", Boolean.FALSE);
        } else if (c == 'n') {
            value = literal("null", null);
        } else if (c == '-' || isDigit(c)) {
            value = number();
        } else {
            throw invalid(where);
        }
        depth--;
        return value;
    }

    private Map<String, Object> object() {
        Map<String, Object> fields = new LinkedHashMap<>();
        at++;
        space();
        if (peek("looking for beginning of object key string") == '}') {
            at++;
            return fields;
        }
        while (true) {
            space();
            if (peek("looking for beginning of object key string") != '"') {
                throw invalid("looking for beginning of object key string");
            }
            String key = string();
            space();
            if (peek("after object key") != ':') {
                throw invalid("after object key");
            }
            at++;
            fields.put(key, value("looking for beginning of value"));
            space();
            char c = peek("after object key:value pair");
            if (c != ',' && c != '}') {
                throw invalid("after object key:value pair");
            }
            at++;
            if (c == '}') {
                return fields;
            }
        }
    }

    private List<Object> array() {
        List<Object> items = new ArrayList<>();
        at++;
        space();
        if (peek("looking for beginning of value") == ']') {
            at++;
            return items;
        }
        while (true) {
            items.add(value("looking for beginning of value"));
            space();
            char c = peek("after array element");
            if (c != ',' && c != ']') {
                throw invalid("after array element");
            }
            at++;
            if (c == ']') {
                return items;
            }
        }
    }

    private String string() {
        StringBuilder value = new StringBuilder();
        at++;
        while (true) {
            char c = peek("in string literal");
            if (c < ' ') {
                throw invalid("in string literal");
            }
            at++;
            if (c == '"') {
                return wellFormed(value);
            }
            value.append(c == '\\' ? escaped() : c);
        }
    }

    /** Half a pair of surrogates is no character: Go puts the sign for an unknown one in its place. */
    private static String wellFormed(StringBuilder value) {
        for (int i = 0; i < value.length(); i++) {
            if (!Character.isSurrogate(value.charAt(i))) {
                continue;
            }
            boolean pair = i + 1 < value.length() && Character.isSurrogatePair(value.charAt(i), value.charAt(i + 1));
            if (pair) {
                i++;
            } else {
                value.setCharAt(i, '\uFFFD');
            }
        }
        return value.toString();
    }

    private char escaped() {
        char c = peek("in string escape code");
        int found = "\"\\/bfnrt".indexOf(c);
        if (found >= 0) {
            at++;
            return "\"\\/\b\f\n\r\t".charAt(found);
        }
        if (c != 'u') {
            throw invalid("in string escape code");
        }
        at++;
        int code = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit(peek("in \\u hexadecimal character escape"), 16);
            if (digit < 0) {
                throw invalid("in \\u hexadecimal character escape");
            }
            at++;
            code = code * 16 + digit;
        }
        return (char) code;
    }

    private Object literal(String word, Object value) {
        for (int i = 1; i < word.length(); i++) {
            at++;
            String where = "in literal " + word + " (expecting " + quoted(word.charAt(i)) + ")";
            if (peek(where) != word.charAt(i)) {
                throw invalid(where);
            }
        }
        at++;
        return value;
    }

    private Object number() {
        int start = at;
        if (text.charAt(at) == '-') {
            at++;
            requireDigit("in numeric literal");
        }
        if (text.charAt(at) == '0') {
            at++;
        } else {
            digits();
        }
        boolean whole = true;
        if (at < text.length() && text.charAt(at) == '.') {
            at++;
            requireDigit("after decimal point in numeric literal");
            digits();
            whole = false;
        }
        if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
            at++;
            if (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
                at++;
            }
            requireDigit("in exponent of numeric literal");
            digits();
            whole = false;
        }
        String literal = text.substring(start, at);
        if (whole) {
            try {
                return Long.valueOf(literal);
            } catch (NumberFormatException tooLarge) {
                return finite(literal);
            }
        }
        return finite(literal);
    }

    private static Double finite(String literal) {
        double value = Double.parseDouble(literal);
        if (Double.isInfinite(value)) {
            throw new SyntaxMistake("json: cannot unmarshal number " + literal + " into Go value of type float64");
        }
        return value;
    }

    private void requireDigit(String where) {
        if (!isDigit(peek(where))) {
            throw invalid(where);
        }
    }

    private void digits() {
        while (at < text.length() && isDigit(text.charAt(at))) {
            at++;
        }
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private void space() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private char peek(String where) {
        if (at >= text.length()) {
            throw new SyntaxMistake("unexpected end of JSON input");
        }
        return text.charAt(at);
    }

    private SyntaxMistake invalid(String where) {
        return new SyntaxMistake("invalid character " + quoted(text.charAt(at)) + " " + where);
    }

    /** Go quotes a character as in its own source. */
    private static String quoted(char c) {
        return switch (c) {
            case '\'' -> "'\\''";
            case '"' -> "'\"'";
            case '\n' -> "'\\n'";
            case '\t' -> "'\\t'";
            case '\r' -> "'\\r'";
            default -> c < ' ' ? "'\\x" + Integer.toHexString(0x100 + c).substring(1) + "'" : "'" + c + "'";
        };
    }
}
