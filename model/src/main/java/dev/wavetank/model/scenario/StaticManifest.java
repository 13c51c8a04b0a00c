package dev.wavetank.model.scenario;

import org.jspecify.annotations.Nullable;

/**
 * A manifest of a static pod that lies in the directory of a node for some time.
 *
 * @param node name of the node; empty for every node
 * @param file name of the scenario's file that holds the manifest
 * @param source where the kubelet finds it: {@code file}, {@code nfs} or {@code http}
 * @param path name in the directory: a later manifest of the same name takes the place of an earlier one
 * @param at virtual time at which it is written, in nanoseconds
 * @param until virtual time at which it is removed; null for never
 */
public record StaticManifest(
        String node,
        String file,
        String source,
        String path,
        long at,
        @Nullable Long until) {

    /** Checks the times. */
    public StaticManifest {
        if (until != null && until <= at) {
            throw new IllegalArgumentException("the manifest " + file + " must be removed later than it is written");
        }
    }
}
