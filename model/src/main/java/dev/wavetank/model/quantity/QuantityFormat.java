package dev.wavetank.model.quantity;

/** The family of suffixes a quantity was written with, kept when it is printed again. */
public enum QuantityFormat {
    /** {@code n u m k M G T P E}: powers of ten. */
    DECIMAL_SI,
    /** {@code Ki Mi Gi Ti Pi Ei}: powers of 1024. */
    BINARY_SI,
    /** {@code e3}, {@code e-6}: powers of ten as an exponent. */
    DECIMAL_EXPONENT
}
