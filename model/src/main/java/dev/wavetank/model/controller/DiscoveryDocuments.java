package dev.wavetank.model.controller;

import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;

/**
 * How many documents a client reads to learn what the server serves.
 *
 * <p>Before aggregated discovery: the lists of versions and of groups, and one document for every version of every
 * group.
 */
public final class DiscoveryDocuments {

    /** Until v1.16. */
    private static final int FEW = 24;

    /** As recorded of v1.20; some groups are not simulated. */
    private static final int MANY = 39;

    private static final int LISTS = 2;

    private DiscoveryDocuments() {}

    /** The number of documents. */
    public static int of(KubernetesVersion version, int customGroupVersions) {
        if (version.has(Feature.AGGREGATED_DISCOVERY)) {
            return LISTS;
        }
        return customGroupVersions + (version.has(Feature.GC_MORE_DOCUMENTS) ? MANY : FEW);
    }
}
