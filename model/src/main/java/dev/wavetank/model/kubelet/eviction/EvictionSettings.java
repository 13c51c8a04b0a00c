package dev.wavetank.model.kubelet.eviction;

import dev.wavetank.sim.VirtualTime;
import java.util.List;

/**
 * The flags of a kubelet about pressure.
 *
 * @param thresholds hard and soft ones
 * @param gracePodMax {@code --eviction-max-pod-grace-period}, in nanoseconds: how long a pod may take to end that a soft
 *     threshold evicts
 * @param transition {@code --eviction-pressure-transition-period}: how long a condition stays after its cause is gone
 */
public record EvictionSettings(List<Threshold> thresholds, long gracePodMax, long transition) {

    private static final long HARD_MEMORY = 100L << 20;

    /** The defaults of Kubernetes ({@code DefaultEvictionHard}). */
    public static final EvictionSettings DEFAULT = new EvictionSettings(
            List.of(
                    new Threshold(Signal.MEMORY, HARD_MEMORY, 0, 0, 0),
                    new Threshold(Signal.NODEFS, 0, 0.10, 0, 0),
                    new Threshold(Signal.IMAGEFS, 0, 0.15, 0, 0)),
            0,
            5 * VirtualTime.MINUTE);

    /** Keeps a copy. */
    public EvictionSettings {
        thresholds = List.copyOf(thresholds);
    }
}
