package dev.wavetank.model.scheduler.plugin.helper;

import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;

/** How versions word why a node does not suit. */
public final class Reasons {

    private Reasons() {}

    /**
     * The reason.
     *
     * @param sentence of newer versions
     * @param predicate its name in the oldest ({@code predicates/error.go}, v1.8)
     */
    public static String of(KubernetesVersion version, String sentence, String predicate) {
        return version.has(Feature.REFUSAL_SENTENCES) ? sentence : predicate;
    }
}
