package dev.wavetank.model.address;

import java.util.OptionalLong;

/** Addresses as numbers from 0 to 2^32 - 1. */
public final class Ipv4 {
    private static final int PARTS = 4;
    private static final int PART_MAX = 255;
    private static final int DIGITS_MAX = 3;

    private Ipv4() {}

    /** The number of an address such as {@code 10.244.1.7}; empty when the text is no address. */
    public static OptionalLong parse(String text) {
        long address = 0;
        int part = 0;
        int digits = 0;
        int value = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '.' && digits > 0 && part + 1 < PARTS) {
                address = address << 8 | value;
                part++;
                digits = 0;
                value = 0;
            } else if (c >= '0' && c <= '9' && digits < DIGITS_MAX && 10 * value + c - '0' <= PART_MAX) {
                digits++;
                value = 10 * value + c - '0';
            } else {
                return OptionalLong.empty();
            }
        }
        return part + 1 == PARTS && digits > 0 ? OptionalLong.of(address << 8 | value) : OptionalLong.empty();
    }

    /** The address as text. */
    public static String text(long address) {
        return (address >> 24) + "." + (address >> 16 & 255) + "." + (address >> 8 & 255) + "." + (address & 255);
    }
}
