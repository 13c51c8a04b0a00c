package dev.wavetank.model.client.flowcontrol;

import dev.wavetank.sim.VirtualTime;

/**
 * Token bucket with reservations: a request that finds the bucket empty reserves a future token and waits for it, so
 * requests are served in the order in which they came. The rule of client-go's flow control.
 */
public final class TokenBucket {

    private final long interval;
    private final long capacity;
    /** Virtual time at which the bucket is full if no more tokens are taken. */
    private long fullAt;

    public TokenBucket(RateLimit limit) {
        this.interval = limit.qps() == 0 ? 0 : (long) (VirtualTime.SECOND / limit.qps());
        this.capacity = interval * limit.burst();
    }

    /** Takes a token and returns how long to wait for it, in nanoseconds. */
    public long take(long now) {
        if (interval == 0) {
            return 0;
        }
        fullAt = Math.max(fullAt, now) + interval;
        return Math.max(0, fullAt - now - capacity);
    }

    /** Takes a token if there is one now; whether there was. */
    public boolean tryTake(long now) {
        long next = Math.max(fullAt, now) + interval;
        if (next - now > capacity) {
            return false;
        }
        fullAt = next;
        return true;
    }
}
