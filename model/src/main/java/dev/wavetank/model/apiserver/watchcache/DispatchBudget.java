package dev.wavetank.model.apiserver.watchcache;

import dev.wavetank.sim.VirtualTime;

/**
 * How long a cache may wait for watchers that take nothing before it does without them: what is saved up to now
 * ({@code timeBudget} of the real cacher).
 */
final class DispatchBudget {

    private static final long MOST = 100 * VirtualTime.MILLISECOND;
    private static final long EACH_SECOND = 50 * VirtualTime.MILLISECOND;

    private long available = MOST;
    private long refreshedAt;

    /** Takes all of it, in nanoseconds. */
    long take(long now) {
        long seconds = (now - refreshedAt) / VirtualTime.SECOND;
        refreshedAt += seconds * VirtualTime.SECOND;
        long taken = Math.min(MOST, available + Math.min(seconds, MOST) * EACH_SECOND);
        available = 0;
        return taken;
    }
}
