package dev.wavetank.model.kubectl.template;

import dev.wavetank.model.gotext.GoBase64;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The functions that templates may call: Go's own (Go 1.23, text/template/funcs.go), and kubectl's {@code exists} and
 * {@code base64decode} (cli-runtime, pkg/printers/template.go, v1.32).
 */
final class Functions {

    /** All of them. */
    static final List<String> NAMES = List.of(
            "and",
            "base64decode",
            "call",
            "eq",
            "exists",
            "ge",
            "gt",
            "html",
            "index",
            "js",
            "le",
            "len",
            "lt",
            "ne",
            "not",
            "or",
            "print",
            "printf",
            "println",
            "slice",
            "urlquery");

    private Functions() {}

    /** What is wrong with a number of arguments; empty when nothing is. */
    static String wrongCount(String name, int count) {
        int exact = switch (name) {
            case "base64decode", "len", "not" -> 1;
            case "ge", "gt", "le", "lt", "ne" -> 2;
            default -> -1;
        };
        int least = switch (name) {
            case "and", "call", "eq", "exists", "index", "or", "printf", "slice" -> 1;
            default -> 0;
        };
        if (exact >= 0) {
            return count == exact ? "" : "want " + exact + " got " + count;
        }
        return count >= least ? "" : "want at least " + least + " got " + count;
    }

    /** Whether a condition holds: neither missing, zero nor empty. */
    static boolean isTrue(@Nullable Object value) {
        if (value instanceof Boolean truth) {
            return truth;
        }
        if (value instanceof Number number) {
            return number.doubleValue() != 0;
        }
        if (value instanceof Map<?, ?> map) {
            return !map.isEmpty();
        }
        if (value instanceof List<?> list) {
            return !list.isEmpty();
        }
        return value != null && !value.toString().isEmpty();
    }

    /**
     * Calls one.
     *
     * @param words the arguments as they are written
     * @throws TemplateException when it refuses
     */
    static @Nullable Object call(String name, List<@Nullable Object> values, List<Pipeline.Operand> words) {
        Object first = values.isEmpty() ? null : values.get(0);
        return switch (name) {
            case "base64decode" -> decoded(String.valueOf(first));
            case "call" ->
                throw new TemplateException(
                        first == null
                                ? "call of nil"
                                : "non-function " + words.get(0) + " of type " + Printing.type(first));
            case "eq" -> Compared.equal(first, values.subList(1, values.size()));
            case "ne" -> !Compared.equal(first, values.subList(1, values.size()));
            case "ge" -> !Compared.isLess(first, values.get(1));
            case "gt" -> !Compared.isLess(first, values.get(1)) && !Compared.equal(first, values.subList(1, 2));
            case "le" -> Compared.isLess(first, values.get(1)) || Compared.equal(first, values.subList(1, 2));
            case "lt" -> Compared.isLess(first, values.get(1));
            case "exists" -> exists(first, values.subList(1, values.size()));
            case "html" -> html(Printing.print(values));
            case "index" -> index(first, values.subList(1, values.size()));
            case "js" -> js(Printing.print(values));
            case "len" -> length(first);
            case "not" -> !isTrue(first);
            case "print" -> Printing.print(values);
            case "printf" -> Printing.format(String.valueOf(first), values.subList(1, values.size()));
            case "println" -> Printing.printLine(values);
            case "slice" -> slice(first, values.subList(1, values.size()));
            default -> URLEncoder.encode(Printing.print(values), StandardCharsets.UTF_8);
        };
    }

    private static String decoded(String text) {
        int mistake = GoBase64.mistake(text);
        if (mistake >= 0) {
            throw new TemplateException("base64 decode failed: illegal base64 data at input byte " + mistake);
        }
        return new String(Base64.getMimeDecoder().decode(text), StandardCharsets.UTF_8);
    }

    private static boolean exists(@Nullable Object from, List<@Nullable Object> path) {
        Object value = from;
        for (Object step : path) {
            if (value instanceof Map<?, ?> map && map.containsKey(step)) {
                value = map.get(step);
            } else if (value instanceof List<?> list
                    && step instanceof Number at
                    && at.intValue() >= 0
                    && at.intValue() < list.size()) {
                value = list.get(at.intValue());
            } else {
                return false;
            }
        }
        return true;
    }

    private static @Nullable Object index(@Nullable Object from, List<@Nullable Object> path) {
        Object value = from;
        if (value == null) {
            throw new TemplateException("index of untyped nil");
        }
        for (Object step : path) {
            if (value instanceof List<?> list) {
                value = list.get(place(step, list.size()));
            } else if (value instanceof String text) {
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                value = bytes[place(step, bytes.length)] & 0xff;
            } else if (value instanceof Map<?, ?> map) {
                if (!(step instanceof String)) {
                    throw new TemplateException("value has type " + Printing.type(step) + "; should be string");
                }
                value = map.get(step);
            } else {
                throw new TemplateException(
                        value == null ? "index of nil pointer" : "can't index item of type " + Printing.type(value));
            }
        }
        return value;
    }

    private static int place(@Nullable Object step, int size) {
        if (!(step instanceof Number place) || step instanceof Double) {
            throw new TemplateException(
                    step == null
                            ? "cannot index slice/array with nil"
                            : "cannot index slice/array with type " + Printing.type(step));
        }
        if (place.longValue() < 0 || place.longValue() >= size) {
            throw new TemplateException("index out of range: " + place);
        }
        return place.intValue();
    }

    private static Object slice(@Nullable Object from, List<@Nullable Object> bounds) {
        int size = from instanceof List<?> list ? list.size() : from instanceof String text ? text.length() : -1;
        if (from == null || size < 0) {
            throw new TemplateException(
                    from == null ? "slice of untyped nil" : "can't slice item of type " + Printing.type(from));
        }
        int begin = bounds.isEmpty() ? 0 : place(bounds.get(0), size + 1);
        int end = bounds.size() < 2 ? size : place(bounds.get(1), size + 1);
        if (begin > end) {
            throw new TemplateException("invalid slice index: " + begin + " > " + end);
        }
        return from instanceof List<?> list ? list.subList(begin, end) : ((String) from).substring(begin, end);
    }

    private static int length(@Nullable Object value) {
        if (value instanceof String text) {
            return text.getBytes(StandardCharsets.UTF_8).length;
        } else if (value instanceof List<?> list) {
            return list.size();
        } else if (value instanceof Map<?, ?> map) {
            return map.size();
        }
        throw new TemplateException(
                value == null
                        ? "reflect: call of reflect.Value.Type on zero Value"
                        : "len of type " + Printing.type(value));
    }

    private static String html(String text) {
        return text.replace("&", "&amp;")
                .replace("'", "&#39;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&#34;");
    }

    private static String js(String text) {
        StringBuilder escaped = new StringBuilder();
        for (char letter : text.toCharArray()) {
            switch (letter) {
                case '\\' -> escaped.append("\\\\");
                case '\'' -> escaped.append("\\'");
                case '"' -> escaped.append("\\\"");
                default -> {
                    boolean hidden = letter < ' ' || "<>&=".indexOf(letter) >= 0;
                    escaped.append(hidden ? String.format(Locale.ROOT, "\\u%04X", (int) letter) : letter);
                }
            }
        }
        return escaped.toString();
    }
}
