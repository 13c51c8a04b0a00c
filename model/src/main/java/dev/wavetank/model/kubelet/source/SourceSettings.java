package dev.wavetank.model.kubelet.source;

import dev.wavetank.sim.VirtualTime;

/**
 * How often a kubelet looks for static pods where nothing reports their changes.
 *
 * @param file {@code --file-check-frequency}, in nanoseconds: the directory of manifests
 * @param http {@code --http-check-frequency}, in nanoseconds: the URL of manifests
 */
public record SourceSettings(long file, long http) {

    /** Every 20 s, since the first versions. */
    public static final SourceSettings DEFAULT = new SourceSettings(20 * VirtualTime.SECOND, 20 * VirtualTime.SECOND);
}
