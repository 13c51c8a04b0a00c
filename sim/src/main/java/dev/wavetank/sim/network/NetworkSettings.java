package dev.wavetank.sim.network;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.random.Distribution;

/**
 * How the network behaves when nothing disturbs it.
 *
 * @param latency of one message over one link
 * @param connectTimeout how long a caller waits for a stream to open, in nanoseconds
 * @param keepAliveTimeout after how long without contact both ends of a stream give it up, in nanoseconds
 * @param retransmitTimeout after how long a lost message of a stream is sent again, in nanoseconds; doubled for each
 *     further copy that is lost (RFC 6298, section 5.5), up to Linux's 120 s
 */
public record NetworkSettings(
        Distribution latency, long connectTimeout, long keepAliveTimeout, long retransmitTimeout) {

    /** Linux's least retransmission timeout, {@code TCP_RTO_MIN}. */
    public static final long LEAST_RETRANSMIT_TIMEOUT = 200 * VirtualTime.MILLISECOND;

    /** Linux's greatest, {@code TCP_RTO_MAX}. */
    private static final long MOST_RETRANSMIT_TIMEOUT = 120 * VirtualTime.SECOND;

    /** Checks the timeouts. */
    public NetworkSettings {
        if (connectTimeout <= 0 || keepAliveTimeout <= 0 || retransmitTimeout <= 0) {
            throw new IllegalArgumentException(
                    "connectTimeout, keepAliveTimeout and retransmitTimeout must be positive");
        }
    }

    /** Sends again after {@link #LEAST_RETRANSMIT_TIMEOUT}. */
    public NetworkSettings(Distribution latency, long connectTimeout, long keepAliveTimeout) {
        this(latency, connectTimeout, keepAliveTimeout, LEAST_RETRANSMIT_TIMEOUT);
    }

    /** What the retransmission timeout becomes when a copy that waited for the given one is lost as well. */
    public long retransmitTimeoutAfter(long timeout) {
        return Math.max(timeout, Math.min(2 * timeout, MOST_RETRANSMIT_TIMEOUT));
    }
}
