package dev.wavetank.model.controller.nodelifecycle;

import dev.wavetank.sim.VirtualTime;

/** How many nodes a second may be given up in one zone: one at once, then one in every interval. */
final class EvictionRate {

    private double perSecond;
    private long nextAt;

    EvictionRate(double perSecond) {
        this.perSecond = perSecond;
    }

    /** Sets another rate; who had to wait has to wait by the new rate now. */
    void set(double rate, long now) {
        perSecond = rate;
        if (now < nextAt) {
            nextAt = now + interval();
        }
    }

    /** Whether one may be given up now. */
    boolean tryAccept(long now) {
        if (perSecond <= 0 || now < nextAt) {
            return false;
        }
        nextAt = now + interval();
        return true;
    }

    /** How long until one may be given up; negative when none ever may. */
    long pause(long now) {
        return perSecond <= 0 ? -1 : Math.max(0, nextAt - now);
    }

    private long interval() {
        return perSecond <= 0 ? 0 : (long) (VirtualTime.SECOND / perSecond);
    }
}
