package dev.wavetank.model.kubelet.eviction;

import dev.wavetank.sim.VirtualTime;
import java.util.List;

/**
 * The flags of a kubelet about pressure.
 *
 * @param thresholds hard and soft ones
 * @param gracePodMax {@code --eviction-max-pod-grace-period}, in nanoseconds: how long a pod may take to end that a
 * soft
 *     threshold evicts
 * @param transition {@code --eviction-pressure-transition-period}: how long a condition stays after its cause is gone
 * @param pidMax how many processes the kernel of a node permits ({@code kernel.pid_max})
 * @param bytesPerInode bytes of the disk for each inode of its file system
 */
public record EvictionSettings(
        List<Threshold> thresholds, long gracePodMax, long transition, long pidMax, long bytesPerInode) {

    /** {@code PID_MAX_DEFAULT} of the kernel (include/linux/threads.h). */
    public static final int PID_MAX = 32_768;

    /** {@code inode_ratio} of mke2fs.conf, e2fsprogs 1.46. */
    public static final int BYTES_PER_INODE = 16_384;

    private static final long HARD_MEMORY = 100L << 20;

    /** The defaults of Kubernetes ({@code DefaultEvictionHard}). */
    public static final EvictionSettings DEFAULT = new EvictionSettings(
            List.of(
                    new Threshold(Signal.MEMORY, HARD_MEMORY, 0, 0, 0),
                    new Threshold(Signal.NODEFS, 0, 0.10, 0, 0),
                    new Threshold(Signal.IMAGEFS, 0, 0.15, 0, 0),
                    new Threshold(Signal.NODEFS_INODES, 0, 0.05, 0, 0)),
            0,
            5 * VirtualTime.MINUTE,
            PID_MAX,
            BYTES_PER_INODE);

    /** Keeps a copy. */
    public EvictionSettings {
        thresholds = List.copyOf(thresholds);
    }
}
