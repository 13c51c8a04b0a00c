package dev.wavetank.model.kubectl.print;

import java.math.BigDecimal;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** Comparisons in the filters of JSONPath: of numbers, or of texts. */
final class Comparison {

    private Comparison() {}

    /** What an operator says; without one, nothing holds. */
    static BiPredicate<@Nullable Object, Object> of(@Nullable String operator) {
        return (left, right) -> {
            if (operator == null) {
                return false;
            }
            int order = order(left, right);
            return switch (operator) {
                case "==" -> order == 0;
                case "!=" -> order != 0;
                case ">" -> order > 0;
                case "<" -> order < 0;
                case ">=" -> order >= 0;
                default -> order <= 0;
            };
        };
    }

    private static int order(@Nullable Object left, Object right) {
        if (left instanceof Number && right instanceof Number) {
            return new BigDecimal(left.toString()).compareTo(new BigDecimal(right.toString()));
        }
        return String.valueOf(left).compareTo(String.valueOf(right));
    }

    /** The value that is written on the right: quoted text, a number, or a word. */
    static Object literal(String text) {
        if (text.matches("'.*'|\".*\"")) {
            return text.substring(1, text.length() - 1);
        }
        return text.matches("-?[0-9]+(\\.[0-9]+)?") ? new BigDecimal(text) : text;
    }
}
