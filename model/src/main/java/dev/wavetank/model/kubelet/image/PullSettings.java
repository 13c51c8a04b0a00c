package dev.wavetank.model.kubelet.image;

import dev.wavetank.model.client.flowcontrol.RateLimit;

/**
 * How a kubelet pulls images (pkg/kubelet/apis/config/v1beta1/defaults.go v1.20, {@code maxParallelImagePulls} v1.27).
 *
 * @param parallel how many pulls run at the same time: 1 with {@code --serialize-image-pulls}, otherwise {@code
 *     maxParallelImagePulls}
 * @param limit {@code --registry-qps} and {@code --registry-burst}: a pull beyond it fails, and is tried again as any
 *     other that failed
 */
public record PullSettings(int parallel, RateLimit limit) {

    /** As many pulls at the same time as there are. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** The default limit. */
    public static final RateLimit LIMIT = new RateLimit(5, 10);

    /** The defaults of Kubernetes. */
    public static final PullSettings DEFAULT = new PullSettings(1, LIMIT);
}
