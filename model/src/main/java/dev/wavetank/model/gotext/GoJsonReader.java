package dev.wavetank.model.gotext;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Reads JSON text into trees, and words its mistakes as Go's {@code encoding/json} does, which real API servers quote.
 *
 * <p>Objects become maps in the order of the text, whole numbers {@link Long} (those beyond 64 bits {@link Double}),
 * others {@link Double}.
 */
public final class GoJsonReader {

    /** Where Go's decoder gives up. */
    private static final int DEPTH_MAX = 10_000;

    /** Where Kubernetes' decoder stops to look for more. */
    private static final int TWICE_MAX = 100;

    private static final String VALUE = "looking for beginning of value";
    private static final String KEY = "looking for beginning of object key string";

    private final String text;
    private final Consumer<String> twice;
    private int at;
    private int repeatsReported;
    /** The object or array that is being read; null at the top. */
    private Open innermost;

    private GoJsonReader(String text, Consumer<String> twice) {
        this.text = text;
        this.twice = twice;
    }

    /** An object or array whose end has not come yet. Kept apart from Java's stack, which is not that deep. */
    private static final class Open {
        private final Open outer;
        private final int depth;
        private final Map<String, Object> fields;
        private final List<Object> items;
        private String key;

        private Open(Open outer, boolean object) {
            this.outer = outer;
            this.depth = outer == null ? 1 : outer.depth + 1;
            this.fields = object ? new LinkedHashMap<>() : null;
            this.items = object ? null : new ArrayList<>();
        }

        private Object value() {
            return fields == null ? items : fields;
        }

        /** Where the next value stands, as Go names fields. */
        private String path() {
            Deque<String> steps = new ArrayDeque<>();
            for (Open open = this; open != null; open = open.outer) {
                steps.push(open.fields == null ? "[" + open.items.size() + "]" : "." + open.key);
            }
            String path = String.join("", steps);
            return path.startsWith(".") ? path.substring(1) : path;
        }
    }

    /** What is wrong with a text, in Go's words. */
    public static final class SyntaxMistake extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        /** A mistake that this sentence describes. */
        public SyntaxMistake(String message) {
            super(message);
        }
    }

    /**
     * The tree of a text.
     *
     * @throws SyntaxMistake when the text is not JSON
     */
    public static Object parse(String text) {
        return parse(text, null);
    }

    /**
     * The tree of a text. Of a field that is given twice the last value counts.
     *
     * @param twice receives the first hundred fields that are given again, as in {@code spec.containers[0].name};
     *     null when repeated fields are not reported
     * @throws SyntaxMistake when the text is not JSON
     */
    public static Object parse(String text, Consumer<String> twice) {
        GoJsonReader reader = new GoJsonReader(text, twice);
        Object value = reader.value();
        reader.space();
        if (reader.at < text.length()) {
            throw reader.invalid("after top-level value");
        }
        return value;
    }

    private Object value() {
        while (true) {
            space();
            char c = peek(VALUE);
            Object value;
            if (c == '{' || c == '[') {
                if (!isEmpty(c == '{')) {
                    continue;
                }
                value = closed();
            } else {
                value = scalar(c);
            }
            // What has just ended may be the last of what it is in, and that the last of its own.
            while (innermost != null && isLast(value)) {
                value = closed();
            }
            if (innermost == null) {
                return value;
            }
        }
    }

    /** Opens an object or an array and goes to its first value, or to its end when it has none. */
    private boolean isEmpty(boolean object) {
        innermost = new Open(innermost, object);
        if (innermost.depth > DEPTH_MAX) {
            throw new SyntaxMistake("exceeded max depth");
        }
        at++;
        space();
        if (peek(object ? KEY : VALUE) == (object ? '}' : ']')) {
            at++;
            return true;
        }
        if (object) {
            key();
        }
        return false;
    }

    private Object closed() {
        Object value = innermost.value();
        innermost = innermost.outer;
        return value;
    }

    private void key() {
        space();
        if (peek(KEY) != '"') {
            throw invalid(KEY);
        }
        innermost.key = string();
        space();
        if (peek("after object key") != ':') {
            throw invalid("after object key");
        }
        at++;
    }

    /** Adds a value to what it is in, and goes to the next one or behind the end. */
    private boolean isLast(Object value) {
        boolean object = innermost.fields != null;
        if (!object) {
            innermost.items.add(value);
        } else {
            if (twice != null && repeatsReported < TWICE_MAX && innermost.fields.containsKey(innermost.key)) {
                repeatsReported++;
                twice.accept(innermost.path());
            }
            innermost.fields.put(innermost.key, value);
        }
        space();
        String where = object ? "after object key:value pair" : "after array element";
        char c = peek(where);
        if (c != ',' && c != (object ? '}' : ']')) {
            throw invalid(where);
        }
        at++;
        if (c == ',' && object) {
            key();
        }
        return c != ',';
    }

    private Object scalar(char c) {
        if (c == '"') {
            return string();
        }
        if (c == 't') {
            return literal("true", Boolean.TRUE);
        }
        if (c == 'f') {
            return literal("false", Boolean.FALSE);
        }
        if (c == 'n') {
            return literal("null", null);
        }
        if (c == '-' || isDigit(c)) {
            return number();
        }
        throw invalid(VALUE);
    }

    private String string() {
        at++;
        int end = at;
        while (end < text.length() && isPlain(text.charAt(end))) {
            end++;
        }
        if (end < text.length() && text.charAt(end) == '"') {
            String plain = text.substring(at, end);
            at = end + 1;
            return plain;
        }
        return escapedString();
    }

    /** Whether a character stands for itself whatever its neighbours are. */
    private static boolean isPlain(char c) {
        return c >= ' ' && c != '"' && c != '\\' && !Character.isSurrogate(c);
    }

    private String escapedString() {
        StringBuilder value = new StringBuilder();
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
