package dev.wavetank.model.kubectl.template;

import dev.wavetank.model.gotext.GoText;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Comparisons of templates, which are strict about types (Go 1.23, text/template/funcs.go). */
final class Compared {

    private static final String INCOMPATIBLE = "incompatible types for comparison";

    private Compared() {}

    /** What kinds of values can be compared with each other. */
    private enum Kind {
        BOOL,
        INTEGER,
        DECIMAL,
        TEXT,
        OTHER
    }

    private static Kind kind(@Nullable Object value) {
        if (value instanceof Boolean) {
            return Kind.BOOL;
        } else if (value instanceof Double) {
            return Kind.DECIMAL;
        } else if (value instanceof Number) {
            return Kind.INTEGER;
        }
        return value instanceof String ? Kind.TEXT : Kind.OTHER;
    }

    /** Whether a value equals one of the others. */
    static boolean equal(@Nullable Object value, List<@Nullable Object> others) {
        if (others.isEmpty()) {
            throw new TemplateException("missing argument for comparison");
        }
        for (Object other : others) {
            if (equals(value, other)) {
                return true;
            }
        }
        return false;
    }

    private static boolean equals(@Nullable Object left, @Nullable Object right) {
        if (left == null || right == null) {
            return left == right;
        }
        if (kind(left) != kind(right)) {
            throw new TemplateException(INCOMPATIBLE);
        }
        if (kind(left) == Kind.INTEGER) {
            return ((Number) left).longValue() == ((Number) right).longValue();
        }
        if (left instanceof Map || left instanceof List) {
            throw new TemplateException("non-comparable type " + GoText.plain(left) + ": " + GoText.type(left));
        }
        return left.equals(right);
    }

    static boolean isLess(@Nullable Object left, @Nullable Object right) {
        if (kind(left) == Kind.OTHER || kind(right) == Kind.OTHER) {
            throw new TemplateException("invalid type for comparison");
        }
        if (kind(left) != kind(right)) {
            throw new TemplateException(INCOMPATIBLE);
        }
        if (left instanceof String text) {
            return text.compareTo(String.valueOf(right)) < 0;
        } else if (left instanceof Number number && right instanceof Number other) {
            return kind(left) == Kind.INTEGER
                    ? number.longValue() < other.longValue()
                    : number.doubleValue() < other.doubleValue();
        }
        throw new TemplateException("invalid type for comparison");
    }
}
