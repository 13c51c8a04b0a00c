package dev.wavetank.model.etcd;

import dev.wavetank.sim.VirtualTime;

/**
 * What a member may be asked for.
 *
 * @param mostRequestBytes how large a write may be ({@code --max-request-bytes}); 0: sizes are not looked at
 * @param progressInterval after how many nanoseconds without news a watch hears of progress
 *     ({@code --experimental-watch-progress-notify-interval})
 */
public record EtcdLimits(int mostRequestBytes, long progressInterval) {

    /** etcd's 1.5 MiB and ten minutes. */
    public static final EtcdLimits DEFAULT = new EtcdLimits(1_572_864, 10 * VirtualTime.MINUTE);

    /** No look at sizes, which takes time. */
    public static final EtcdLimits UNCHECKED = new EtcdLimits(0, DEFAULT.progressInterval());
}
