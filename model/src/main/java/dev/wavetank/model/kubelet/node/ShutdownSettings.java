package dev.wavetank.model.kubelet.node;

/**
 * The flags of a kubelet about a shutdown of its node, in nanoseconds.
 *
 * @param period {@code shutdownGracePeriod}: for how long the kubelet delays the shutdown; 0: not at all
 * @param critical {@code shutdownGracePeriodCriticalPods}: the last part of it, for critical pods
 */
public record ShutdownSettings(long period, long critical) {

    /** The default: pods end with their node. */
    public static final ShutdownSettings NONE = new ShutdownSettings(0, 0);

    /** Checks that one is a part of the other. */
    public ShutdownSettings {
        if (period < 0 || critical < 0 || critical > period) {
            throw new IllegalArgumentException("kubelet.shutdown-grace-period-critical-pods must lie between 0s and"
                    + " kubelet.shutdown-grace-period");
        }
    }
}
