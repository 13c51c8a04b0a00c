package dev.wavetank.model.kubelet.cni;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A range of IPv4 addresses.
 *
 * @param network its first address as a number
 * @param prefix length of the common prefix, in bits, from 8 to 30
 */
record Subnet(long network, int prefix) {

    private static final Pattern CIDR =
            Pattern.compile("([0-9]{1,3})\\.([0-9]{1,3})\\.([0-9]{1,3})\\.([0-9]{1,3})/([0-9]{1,2})");

    /** Checks the bounds. */
    Subnet {
        if (prefix < 8 || prefix > 30) {
            throw new IllegalArgumentException("a pod subnet has a prefix of 8 to 30 bits, was /" + prefix);
        }
    }

    /**
     * Reads the usual notation.
     *
     * @throws IllegalArgumentException when the text is not an IPv4 subnet
     */
    static Subnet parse(String cidr) {
        Matcher matcher = CIDR.matcher(cidr);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + cidr + "' is not an IPv4 subnet: write it as 10.244.1.0/24");
        }
        long address = 0;
        for (int group = 1; group <= 4; group++) {
            int part = Integer.parseInt(matcher.group(group));
            if (part > 255) {
                throw new IllegalArgumentException("'" + cidr + "' is not an IPv4 subnet: " + part + " is above 255");
            }
            address = address << 8 | part;
        }
        int prefix = Integer.parseInt(matcher.group(5));
        return new Subnet(address & -1L << 32 - prefix, prefix);
    }

    /** The first address that hosts use; the gateway's. */
    long gateway() {
        return network + 1;
    }

    /** The last address that hosts use: the one after it is for broadcasts. */
    long last() {
        return network + (1L << 32 - prefix) - 2;
    }

    /** An address as text. */
    static String text(long address) {
        return (address >> 24) + "." + (address >> 16 & 255) + "." + (address >> 8 & 255) + "." + (address & 255);
    }
}
