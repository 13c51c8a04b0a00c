package dev.wavetank.model.quantity;

import org.jspecify.annotations.Nullable;

/**
 * Reads the quantities that manifests are full of, such as {@code 100m}, {@code 4} and {@code 64Mi}: digits with one of
 * the common suffixes. What is not so plain, {@link Quantity#parse} reads by the whole grammar.
 */
final class Plain {

    /** So many digits fit a {@code long}. */
    private static final int MOST_DIGITS = 15;

    @Nullable
    private Plain() {}

    /** The quantity, or null when the text needs the whole grammar. */
    static @Nullable Quantity parse(String text) {
        int length = text.length();
        int digits = 0;
        long number = 0;
        while (digits < length && isDigit(text.charAt(digits))) {
            number = number * 10 + (text.charAt(digits++) - '0');
            if (digits > MOST_DIGITS) {
                return null;
            }
        }
        if (digits == 0) {
            return null;
        }
        return switch (length - digits) {
            case 0 -> Quantity.of(number, QuantityFormat.DECIMAL_SI);
            case 1 -> decimal(number, text.charAt(digits));
            case 2 -> text.charAt(digits + 1) == 'i' ? binary(number, text.charAt(digits)) : null;
            default -> null;
        };
    }

    private static boolean isDigit(char letter) {
        return letter >= '0' && letter <= '9';
    }

    private static @Nullable Quantity decimal(long number, char suffix) {
        return switch (suffix) {
            case 'm' -> Quantity.ofThousandths(number);
            case 'k' -> times(number, 1_000, QuantityFormat.DECIMAL_SI);
            case 'M' -> times(number, 1_000_000, QuantityFormat.DECIMAL_SI);
            case 'G' -> times(number, 1_000_000_000, QuantityFormat.DECIMAL_SI);
            default -> null;
        };
    }

    private static @Nullable Quantity binary(long number, char suffix) {
        return switch (suffix) {
            case 'K' -> times(number, 1L << 10, QuantityFormat.BINARY_SI);
            case 'M' -> times(number, 1L << 20, QuantityFormat.BINARY_SI);
            case 'G' -> times(number, 1L << 30, QuantityFormat.BINARY_SI);
            case 'T' -> times(number, 1L << 40, QuantityFormat.BINARY_SI);
            default -> null;
        };
    }

    private static @Nullable Quantity times(long number, long factor, QuantityFormat format) {
        return number > Long.MAX_VALUE / factor ? null : Quantity.of(number * factor, format);
    }
}
