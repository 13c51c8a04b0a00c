package dev.wavetank.model.address;

import java.util.OptionalLong;

/** Addresses as numbers from 0 to 2^32 - 1. */
public final class Ipv4 {
    private static final int PARTS = 4;
    private static final int PART_MAX = 255;

    private Ipv4() {}

    /** The number of an address such as {@code 10.244.1.7}; empty when the text is no address. */
    public static OptionalLong parse(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != PARTS) {
            return OptionalLong.empty();
        }
        long address = 0;
        for (String part : parts) {
            int number = number(part);
            if (number < 0 || number > PART_MAX) {
                return OptionalLong.empty();
            }
            address = address << 8 | number;
        }
        return OptionalLong.of(address);
    }

    /** One to three digits as a number; -1 for other texts. */
    private static int number(String digits) {
        int number = 0;
        for (int i = 0; i < digits.length(); i++) {
            char c = digits.charAt(i);
            if (c < '0' || c > '9') {
                return -1;
            }
            number = number * 10 + c - '0';
        }
        return digits.isEmpty() || digits.length() > 3 ? -1 : number;
    }

    /** The address as text. */
    public static String text(long address) {
        return (address >> 24) + "." + (address >> 16 & 255) + "." + (address >> 8 & 255) + "." + (address & 255);
    }
}
