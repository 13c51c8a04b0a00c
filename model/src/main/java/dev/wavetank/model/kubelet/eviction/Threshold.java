package dev.wavetank.model.kubelet.eviction;

/**
 * How much of a resource has to be left.
 *
 * @param signal what is observed
 * @param amount the least amount, in bytes or as a number; 0 when a part of the capacity is given
 * @param part the least part of the capacity, from 0 to 1
 * @param grace nanoseconds for which less may be left; 0 for a hard threshold
 * @param reclaim what has to be left on top of it before evictions end ({@code --eviction-minimum-reclaim})
 */
public record Threshold(Signal signal, long amount, double part, long grace, long reclaim) {

    /** The least amount on a node with that capacity. */
    long least(long capacity) {
        return amount > 0 ? amount : (long) (capacity * part);
    }
}
