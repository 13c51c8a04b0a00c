package dev.wavetank.model.scheduler.plugin.spread;

import dev.wavetank.model.api.core.Node;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** In which zone a node is, by its labels of today or those of old. */
public final class Zones {

    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final String REGION = "topology.kubernetes.io/region";
    private static final String OLD_ZONE = "failure-domain.beta.kubernetes.io/zone";
    private static final String OLD_REGION = "failure-domain.beta.kubernetes.io/region";

    private Zones() {}

    /** Region and zone in one text; null when the node has neither ({@code utilnode.GetZoneKey}). */
    public static @Nullable String key(Node node) {
        Map<String, String> labels = node.metadata().labels();
        String region = either(labels, OLD_REGION, REGION);
        String zone = either(labels, OLD_ZONE, ZONE);
        return region.isEmpty() && zone.isEmpty() ? null : region + ":\u0000:" + zone;
    }

    private static String either(Map<String, String> labels, String first, String second) {
        String value = labels.get(first);
        return value == null ? labels.getOrDefault(second, "") : value;
    }
}
