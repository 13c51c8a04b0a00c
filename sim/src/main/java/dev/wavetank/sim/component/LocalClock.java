package dev.wavetank.sim.component;

import java.util.ArrayList;
import java.util.List;

/** The clock of one component: virtual time, plus what the skews that are active make of it. */
final class LocalClock {

    private static final int MILLION = 1_000_000;

    private final List<Active> skews = new ArrayList<>(0);

    private record Active(ClockSkew skew, long since) {}

    void add(ClockSkew skew, long now) {
        skews.add(new Active(skew, now));
    }

    void remove(ClockSkew skew) {
        for (int i = 0; i < skews.size(); i++) {
            if (skews.get(i).skew().equals(skew)) {
                skews.remove(i);
                return;
            }
        }
        throw new IllegalStateException("the clock is not skewed by " + skew);
    }

    /** What the clock shows at an instant of virtual time. */
    long read(long now) {
        long shown = now;
        for (int i = 0; i < skews.size(); i++) {
            Active active = skews.get(i);
            shown += active.skew().offset()
                    + perMillion(now - active.since(), active.skew().driftPpm());
        }
        return shown;
    }

    private static long perMillion(long span, int parts) {
        return span / MILLION * parts + span % MILLION * parts / MILLION;
    }
}
