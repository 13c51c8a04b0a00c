package dev.wavetank.model.quantity;

import java.util.List;

/** The part of a quantity behind its digits: a power of ten, or of two, and the family it belongs to. */
record Suffix(int base, int exponent, QuantityFormat format) {
    /** From 10^-9 up, one for every factor of a thousand. */
    private static final List<String> DECIMAL = List.of("n", "u", "m", "", "k", "M", "G", "T", "P", "E");
    /** From 2^10 up, one for every factor of 1024. */
    private static final List<String> BINARY = List.of("Ki", "Mi", "Gi", "Ti", "Pi", "Ei");

    private static final int NANO = -9;
    /** More digits than an exponent of 32 bits can have. */
    private static final int EXPONENT_LENGTH = 10;

    /** Reads a suffix. A lone {@code E} is exa; with digits behind it, it is an exponent. */
    static Suffix parse(String text) {
        int decimal = DECIMAL.indexOf(text);
        if (decimal >= 0) {
            return new Suffix(10, NANO + 3 * decimal, QuantityFormat.DECIMAL_SI);
        }
        int binary = BINARY.indexOf(text);
        if (binary >= 0) {
            return new Suffix(2, 10 * (binary + 1), QuantityFormat.BINARY_SI);
        }
        if (text.matches("[eE][-+]?[0-9]+") && text.length() < EXPONENT_LENGTH) {
            return new Suffix(10, Integer.parseInt(text.substring(1)), QuantityFormat.DECIMAL_EXPONENT);
        }
        throw new IllegalArgumentException("unable to parse quantity's suffix");
    }

    /** The suffix for a power of ten that is a multiple of three. */
    static String decimal(int exponent, QuantityFormat format) {
        int index = (exponent - NANO) / 3;
        if (format == QuantityFormat.DECIMAL_EXPONENT || index >= DECIMAL.size()) {
            return exponent == 0 ? "" : "e" + exponent;
        }
        return DECIMAL.get(index);
    }

    /** The suffix for a power of 1024. */
    static String binary(int power) {
        return power == 0 ? "" : BINARY.get(power - 1);
    }

    /** The highest power of 1024 that has a name. */
    static int binaryPowers() {
        return BINARY.size();
    }
}
