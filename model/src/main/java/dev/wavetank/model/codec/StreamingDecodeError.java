package dev.wavetank.model.codec;

import dev.wavetank.model.gotext.GoBase64;
import dev.wavetank.model.gotext.GoFieldNames;
import dev.wavetank.model.gotext.GoJson;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.schema.Field;
import dev.wavetank.model.schema.FieldType;
import dev.wavetank.model.schema.Schema;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the first value of a wrong type in the text of an object, and words it as servers before v1.23 did, whose
 * decoder (json-iterator) stops there and quotes the text around its position.
 *
 * <p>The text must be JSON already: only types are wrong. Positions and quotes are in bytes.
 */
public final class StreamingDecodeError {

    private static final int NEAR = 10;
    private static final int FAR = 50;
    private static final int DIGITS_AT_ONCE = 8;

    private final Schema schema;
    private final byte[] text;
    private final boolean strict;
    private int head;
    private @Nullable String mistake;
    /** Whether the rest cannot be read after the mistake. */
    private boolean lost;

    private StreamingDecodeError(Schema schema, byte[] text, boolean strict) {
        this.schema = schema;
        this.text = text;
        this.strict = strict;
    }

    /**
     * The mistake in an object of a type, if there is one.
     *
     * @param type name of the type in the schema
     * @param text the object as JSON
     */
    public static Optional<String> find(Schema schema, String type, byte[] text) {
        return find(new StreamingDecodeError(schema, text, false), type);
    }

    /**
     * The first field that an object's type does not have, as strict decoders report it: they go on to the next field
     * that they know, and name that in front.
     *
     * @param type name of the type in the schema
     * @param text the object as JSON, whose values are of the right types
     */
    public static Optional<String> findUnknown(Schema schema, String type, byte[] text) {
        return find(new StreamingDecodeError(schema, text, true), type);
    }

    private static Optional<String> find(StreamingDecodeError reader, String type) {
        reader.struct(type, goName(type));
        return Optional.ofNullable(reader.mistake);
    }

    private static String goName(String type) {
        String version = type.matches("v[0-9].*") ? type.substring(0, type.indexOf('.')) : "v1";
        return version + "." + type.substring(type.lastIndexOf('.') + 1);
    }

    private void value(FieldType type) {
        if (mistake != null) {
            skip(); // only its name counts now
            if (type.shape() == FieldType.Shape.STRUCT || type.shape() == FieldType.Shape.LIST) {
                mistake = type.goName() + (type.shape() == FieldType.Shape.LIST ? ": " : ".") + mistake;
            }
            return;
        }
        switch (type.shape()) {
            case STRUCT -> struct(type.name(), type.goName());
            case LIST -> list(type);
            case MAP -> map(Objects.requireNonNull(type.element()));
            case STRING -> string();
            case BYTES -> bytes();
            case BOOL -> bool();
            case INT32 -> integer(false);
            case INT64 -> integer(true);
            case TIME, QUANTITY, INT_OR_STRING -> ownReader(type);
            case FLOAT64, ANY -> skip();
        }
    }

    private void struct(String type, String goName) {
        byte c = next();
        if (c == 'n') {
            head += 3;
            return;
        }
        if (c != '{') {
            report("readObjectStart", "expect { or n, but found " + (char) c);
            return;
        }
        Map<String, Field> fields = schema.fields(type);
        while (moreItems('}')) {
            if (text[at()] != '"') {
                // A number went on where its type ends, as in 1e3.
                byte found = next();
                report("struct Decode", "expect }, but found " + (char) found);
                return;
            }
            String name = key();
            Field field = fields.get(name);
            if (field == null) {
                unknown(name);
                continue;
            }
            lost |= mistake != null && !isPlain(field);
            value(field.type());
            if (mistake != null) {
                mistake = goField(name) + ": " + mistake;
            }
            if (lost) {
                break;
            }
        }
        if (mistake != null) {
            mistake = goName + "." + mistake;
        }
    }

    private void unknown(String name) {
        if (strict && mistake == null) {
            head--; // the quote ends before the colon
            report("ReadObject", "found unknown field: " + name);
            head++;
            lost = false;
        }
        skip();
    }

    /** After a mistake that decoder cannot step back, which it does to read anything else. */
    private static boolean isPlain(Field field) {
        return switch (field.type().shape()) {
            case STRING, BOOL, INT32, INT64 -> !field.pointer();
            default -> false;
        };
    }

    private String goField(String name) {
        boolean embedded = strict && (name.equals("kind") || name.equals("apiVersion"));
        return (embedded ? "TypeMeta: " : "") + GoFieldNames.of(name);
    }

    private void list(FieldType type) {
        byte c = next();
        if (c == 'n') {
            head += 3;
            return;
        }
        if (c == '[') {
            while (mistake == null && moreItems(']')) {
                value(Objects.requireNonNull(type.element()));
                byte after = text[at()];
                if (mistake == null && after != ',' && after != ']') {
                    report("decode slice", "expect ], but found " + (char) next());
                }
            }
        } else {
            report("decode slice", "expect [ or n, but found " + (char) c);
        }
        if (mistake != null) {
            mistake = type.goName() + ": " + mistake;
            lost |= next() != ']';
        }
    }

    private void map(FieldType element) {
        byte c = next();
        if (c == 'n') {
            head += 3;
            return;
        }
        if (c != '{') {
            report("ReadMapCB", "expect { or n, but found " + (char) c);
            return;
        }
        while (mistake == null && moreItems('}')) {
            if (text[at()] != '"') {
                byte found = next();
                report("ReadMapCB", "expect , or }, but found " + (char) found);
                return;
            }
            key();
            value(element);
        }
    }

    private void string() {
        byte c = next();
        if (c == 'n') {
            head += 3;
        } else if (c == '"') {
            head--;
            skip();
        } else {
            report("ReadString", "expects \" or n, but found " + (char) c);
        }
    }

    private void bytes() {
        int start = at();
        string();
        if (mistake == null && text[start] == '"') {
            String value = (String) GoJsonReader.parse(new String(text, start, head - start, StandardCharsets.UTF_8));
            int wrong = GoBase64.mistake(value);
            if (wrong >= 0) {
                report("decode base64", "illegal base64 data at input byte " + wrong);
            }
        }
    }

    private void bool() {
        byte c = next();
        if (c == 't' || c == 'n') {
            head += 3;
        } else if (c == 'f') {
            head += 4;
        } else {
            report("ReadBool", "expect t or f, but found " + (char) c);
        }
    }

    private void integer(boolean wide) {
        byte c = next();
        if (c == 'n') {
            head += 3;
            return;
        }
        boolean negative = c == '-';
        if (negative) {
            c = text[head++];
        }
        String name = wide ? "64" : "32";
        if (c < '0' || c > '9') {
            report("readUint" + name, "unexpected character: \uFFFD");
            return;
        }
        int start = head - 1;
        while (head < text.length && text[head] >= '0' && text[head] <= '9') {
            head++;
        }
        BigInteger number = new BigInteger(new String(text, start, head - start, StandardCharsets.US_ASCII));
        int bits = wide ? Long.SIZE : Integer.SIZE;
        BigInteger max = BigInteger.ONE.shiftLeft(bits - 1).subtract(negative ? BigInteger.ZERO : BigInteger.ONE);
        if (number.bitLength() > bits) {
            // That decoder takes eight digits at once before it looks for an overflow.
            head = start + DIGITS_AT_ONCE;
            report("readUint" + name, "overflow");
        } else if (number.compareTo(max) > 0) {
            report("ReadInt" + name, "overflow: " + number);
        } else if (head < text.length && text[head] == '.') {
            report("assertInteger", "can not decode float as int");
        }
    }

    /** Types that read themselves see their value as a whole. */
    private void ownReader(FieldType type) {
        next();
        int start = --head;
        skip();
        String value = new String(text, start, head - start, StandardCharsets.UTF_8);
        String complaint = complaint(type, value);
        if (complaint != null) {
            report("unmarshalerDecoder", complaint);
        }
    }

    private static @Nullable String complaint(FieldType type, String value) {
        FieldType.Shape shape = type.shape();
        if (value.equals("null")) {
            return null;
        }
        Object parsed = GoJsonReader.parse(value);
        if (shape == FieldType.Shape.QUANTITY) {
            try {
                Quantity.parse(parsed instanceof String text ? text.strip() : value);
                return null;
            } catch (IllegalArgumentException mistake) {
                return mistake.getMessage();
            }
        }
        if (shape == FieldType.Shape.INT_OR_STRING) {
            return parsed instanceof String || parsed instanceof Long
                    ? null
                    : "json: cannot unmarshal " + (parsed instanceof Number ? "number " + value : GoJson.kind(parsed))
                            + " into Go value of type int32";
        }
        return parsed instanceof String text
                ? type.mistakeInTime(text).orElse(null)
                : "json: cannot unmarshal " + GoJson.kind(parsed) + " into Go value of type string";
    }

    /** Whether another item comes; steps over what opens, separates and closes. */
    private boolean moreItems(char close) {
        byte c = next();
        if (c == close) {
            return false;
        }
        if (c != ',') {
            head--;
        }
        return true;
    }

    /** Where the next token begins. */
    private int at() {
        int position = head;
        while (" \t\r\n".indexOf(text[position]) >= 0) {
            position++;
        }
        return position;
    }

    private String key() {
        next();
        int start = --head;
        skip();
        String key = (String) GoJsonReader.parse(new String(text, start, head - start, StandardCharsets.UTF_8));
        next();
        return key;
    }

    /** Steps over one value. */
    private void skip() {
        byte c = next();
        if (c == '"') {
            while (text[head] != '"') {
                head += text[head] == '\\' ? 2 : 1;
            }
            head++;
        } else if (c == '{' || c == '[') {
            skipNested();
        } else {
            while (head < text.length && ",]} \t\r\n".indexOf(text[head]) < 0) {
                head++;
            }
        }
    }

    /** Goes behind the end of what has just been opened, however deep it is. */
    private void skipNested() {
        int depth = 1;
        while (depth > 0) {
            byte c = text[head++];
            if (c == '"') {
                while (text[head] != '"') {
                    head += text[head] == '\\' ? 2 : 1;
                }
                head++;
            } else if (c == '{' || c == '[') {
                depth++;
            } else if (c == '}' || c == ']') {
                depth--;
            }
        }
    }

    private byte next() {
        while (" \t\r\n".indexOf(text[head]) >= 0) {
            head++;
        }
        return text[head++];
    }

    private void report(String operation, String message) {
        lost = true;
        mistake = operation + ": " + message + ", error found in #" + Math.min(NEAR, head) + " byte of ...|"
                + around(NEAR) + "|..., bigger context ...|" + around(FAR) + "|...";
    }

    private String around(int distance) {
        int start = Math.max(0, head - distance);
        int end = Math.min(text.length, head + distance);
        return new String(text, start, end - start, StandardCharsets.UTF_8);
    }
}
