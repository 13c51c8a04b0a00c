package dev.wavetank.model.kubelet.volume;

import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.OptionalLong;

/**
 * How a kubelet comes to know that Secrets and ConfigMaps have changed ({@code
 * configMapAndSecretChangeDetectionStrategy}).
 */
public enum ChangeDetection {
    /** It watches each of them. */
    WATCH,
    /** It reads each again after a time that the annotation {@code node.alpha.kubernetes.io/ttl} gives. */
    CACHE,
    /** It reads each whenever it needs it. */
    GET;

    /** The annotation, in seconds; the TTL controller writes it by the number of nodes. */
    public static final String ANNOTATION = "node.alpha.kubernetes.io/ttl";

    /** {@code defaultTTL} of pkg/kubelet/util/manager v1.20; in place of a watch, too. */
    private static final long STANDARD = VirtualTime.MINUTE;

    /** The default of a version. */
    public static ChangeDetection of(KubernetesVersion version) {
        return version.has(Feature.WATCHED_OBJECTS) ? WATCH : CACHE;
    }

    /**
     * For how long an object need not be read again, in nanoseconds.
     *
     * @param seconds of the annotation, when the node has it
     */
    public long validity(OptionalLong seconds) {
        return switch (this) {
            case WATCH -> STANDARD;
            case CACHE -> seconds.isPresent() ? seconds.getAsLong() * VirtualTime.SECOND : STANDARD;
            case GET -> 0;
        };
    }
}
