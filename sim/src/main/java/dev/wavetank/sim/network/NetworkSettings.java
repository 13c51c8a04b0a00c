package dev.wavetank.sim.network;

import dev.wavetank.sim.random.Distribution;

/**
 * How the network behaves when nothing disturbs it.
 *
 * @param latency of one message over one link
 * @param connectTimeout how long a caller waits for a stream to open, in nanoseconds
 * @param keepAliveTimeout after how long without contact both ends of a stream give it up, in nanoseconds
 */
public record NetworkSettings(Distribution latency, long connectTimeout, long keepAliveTimeout) {

    /** Checks the timeouts. */
    public NetworkSettings {
        if (connectTimeout <= 0 || keepAliveTimeout <= 0) {
            throw new IllegalArgumentException("connectTimeout and keepAliveTimeout must be positive");
        }
    }
}
