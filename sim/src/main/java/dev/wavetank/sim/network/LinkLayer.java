package dev.wavetank.sim.network;

/**
 * A disturbance that lies over some links for a while.
 *
 * @param links the links under it
 * @param extraDelay added to the latency of every message, in nanoseconds
 * @param blocked whether nothing gets through
 */
public record LinkLayer(LinkSelector links, long extraDelay, boolean blocked) {

    /** Checks the delay. */
    public LinkLayer {
        if (extraDelay < 0) {
            throw new IllegalArgumentException("extraDelay must not be negative, was " + extraDelay);
        }
    }

    /** Every message takes longer. */
    public static LinkLayer delay(LinkSelector links, long extraDelay) {
        return new LinkLayer(links, extraDelay, false);
    }

    /** No message gets through. */
    public static LinkLayer partition(LinkSelector links) {
        return new LinkLayer(links, 0, true);
    }
}
