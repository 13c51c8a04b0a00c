package dev.wavetank.model.controller.nodeipam;

import dev.wavetank.model.address.Ipv4Range;
import java.util.BitSet;
import java.util.Optional;

/**
 * The ranges of one size in a larger one, of which some are taken. They are given out one after the other, from the one
 * behind the last, and from the beginning again at the end (pkg/controller/nodeipam/ipam/cidrset/cidr_set.go).
 */
final class CidrSet {

    private static final int MOST_BITS = 16;

    private final Ipv4Range cluster;
    private final int prefix;
    private final BitSet taken = new BitSet();
    private int next;

    /**
     * All are free.
     *
     * @throws IllegalArgumentException when the ranges do not fit, or there would be more than 65,536
     */
    CidrSet(Ipv4Range cluster, int prefix) {
        if (prefix < cluster.prefix()) {
            throw new IllegalArgumentException("cluster-cidr " + cluster + " has no room for a range of /" + prefix
                    + ": node-cidr-mask-size must be at least " + cluster.prefix());
        }
        if (prefix - cluster.prefix() > MOST_BITS) {
            throw new IllegalArgumentException("New CIDR set failed; the node CIDR size is too big: cluster-cidr "
                    + cluster + " with node-cidr-mask-size " + prefix);
        }
        this.cluster = cluster;
        this.prefix = prefix;
    }

    private int size() {
        return 1 << prefix - cluster.prefix();
    }

    private Ipv4Range range(int index) {
        return new Ipv4Range(cluster.first() + index * new Ipv4Range(0, prefix).size(), prefix);
    }

    /** Takes the next that is free; empty when there is none. */
    Optional<Ipv4Range> take() {
        for (int i = 0; i < size(); i++) {
            int index = (next + i) % size();
            if (!taken.get(index)) {
                taken.set(index);
                next = (index + 1) % size();
                return Optional.of(range(index));
            }
        }
        return Optional.empty();
    }

    /** Marks all that have an address of a range. */
    void occupy(Ipv4Range range) {
        mark(range, true);
    }

    /** Frees all that have an address of a range. */
    void release(Ipv4Range range) {
        mark(range, false);
    }

    private void mark(Ipv4Range range, boolean value) {
        if (range.last() < cluster.first() || range.first() > cluster.last()) {
            return;
        }
        long one = range(0).size();
        long from = Math.max(0, range.first() - cluster.first()) / one;
        long to = (Math.min(cluster.last(), range.last()) - cluster.first()) / one;
        taken.set((int) from, (int) to + 1, value);
    }
}
