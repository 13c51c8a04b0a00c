package dev.wavetank.model.controller.nodelifecycle;

import dev.wavetank.sim.VirtualTime;

/** The rate of node evictions in one zone: one at once, then one in every interval. */
final class EvictionRate {

    private double perSecond;
    private long nextAt;

    EvictionRate(double perSecond) {
        this.perSecond = perSecond;
    }

    /**
     * Changes the rate ({@code SwapLimiter}). A node that waits, also for the end of a stop, waits one interval of the
     * new rate from now on; the same rate again changes nothing.
     */
    void set(double rate, long now) {
        if (rate == perSecond) {
            return;
        }
        boolean waits = perSecond <= 0 || now < nextAt;
        perSecond = rate;
        if (waits) {
            nextAt = now + interval();
        }
    }

    /** Whether a node may be evicted now; takes a token if so. */
    boolean tryAccept(long now) {
        if (perSecond <= 0 || now < nextAt) {
            return false;
        }
        nextAt = now + interval();
        return true;
    }

    /** How long until a node may be evicted, in nanoseconds; negative when never. */
    long pause(long now) {
        return perSecond <= 0 ? -1 : Math.max(0, nextAt - now);
    }

    private long interval() {
        return perSecond <= 0 ? 0 : (long) (VirtualTime.SECOND / perSecond);
    }
}
