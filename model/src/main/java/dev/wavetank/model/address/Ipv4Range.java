package dev.wavetank.model.address;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * All addresses that begin with the same bits.
 *
 * @param first the first address: the network's own; its bits behind the prefix are 0
 * @param prefix how many bits they begin with, from 0 to 32
 */
public record Ipv4Range(long first, int prefix) {
    private static final int BITS = 32;
    private static final Pattern PREFIX = Pattern.compile("[0-9]{1,2}");

    /** Checks the bounds, and sets the bits behind the prefix to 0. */
    public Ipv4Range {
        if (prefix < 0 || prefix > BITS || first < 0 || first >= 1L << BITS) {
            throw new IllegalArgumentException("no range of IPv4 addresses begins at " + first + " and has a prefix of "
                    + prefix + " bits: the prefix is 0 to 32");
        }
        first = first & -1L << BITS - prefix;
    }

    /** Reads the usual notation, such as {@code 10.244.1.0/24}; empty when the text is no range. */
    public static Optional<Ipv4Range> parse(String text) {
        int slash = text.indexOf('/');
        String bits = text.substring(slash + 1);
        if (slash < 0 || !PREFIX.matcher(bits).matches() || Integer.parseInt(bits) > BITS) {
            return Optional.empty();
        }
        OptionalLong address = Ipv4.parse(text.substring(0, slash));
        return address.isEmpty()
                ? Optional.empty()
                : Optional.of(new Ipv4Range(address.getAsLong(), Integer.parseInt(bits)));
    }

    /** The last address: the one for broadcasts. */
    public long last() {
        return first + size() - 1;
    }

    /** How many addresses there are. */
    public long size() {
        return 1L << BITS - prefix;
    }

    /** Whether an address is in the range. */
    public boolean contains(long address) {
        return address >= first && address <= last();
    }

    /** The usual notation. */
    @Override
    public String toString() {
        return Ipv4.text(first) + "/" + prefix;
    }
}
