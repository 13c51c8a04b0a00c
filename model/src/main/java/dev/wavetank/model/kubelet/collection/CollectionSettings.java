package dev.wavetank.model.kubelet.collection;

import dev.wavetank.sim.VirtualTime;

/**
 * The flags of a kubelet about garbage (cmd/kubelet/app/options, pkg/kubelet/apis/config/v1beta1/defaults.go v1.20).
 *
 * @param high percent of the disk from which on images are removed ({@code --image-gc-high-threshold})
 * @param low percent of the disk down to which they are ({@code --image-gc-low-threshold})
 * @param youngest nanoseconds for which an image stays in any case ({@code --minimum-image-ttl-duration})
 * @param oldest nanoseconds after which an unused image goes in any case ({@code imageMaximumGCAge}); 0 for never
 * @param deadContainers how many dead instances of a container are kept ({@code
 *     --maximum-dead-containers-per-container}); negative for all
 * @param youngestContainer nanoseconds for which a container stays ({@code --minimum-container-ttl-duration})
 */
public record CollectionSettings(
        int high, int low, long youngest, long oldest, int deadContainers, long youngestContainer) {

    /** The defaults of Kubernetes. */
    public static final CollectionSettings DEFAULT = new CollectionSettings(85, 80, 2 * VirtualTime.MINUTE, 0, 1, 0);

    /** Checks the percentages. */
    public CollectionSettings {
        if (low < 0 || high > 100 || low > high) {
            throw new IllegalArgumentException("images are removed from one percentage of the disk on until a lower one"
                    + " is reached, both from 0 to 100; they were " + high + " and " + low);
        }
    }
}
