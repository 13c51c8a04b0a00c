package dev.wavetank.model.apiserver.registry.pod;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sources of projected volumes that name a ClusterTrustBundle. The gate ClusterTrustBundleProjection is off by default
 * in every version ({@code dropDisabledClusterTrustBundleProjection} of pkg/api/pod/util.go, v1.33).
 */
final class TrustBundles {

    private static final String FIELD = "clusterTrustBundle";
    private static final String PROJECTED = "projected";
    private static final String SOURCES = "sources";

    private TrustBundles() {}

    /** The volumes without them: each such source stays, with nothing in it. The same list when there are none. */
    static List<Map<String, Object>> drop(List<Map<String, Object>> volumes) {
        List<Map<String, Object>> kept = volumes;
        for (int i = 0; i < volumes.size(); i++) {
            if (volumes.get(i).get(PROJECTED) instanceof Map<?, ?> projected
                    && projected.get(SOURCES) instanceof List<?> sources
                    && sources.stream().anyMatch(TrustBundles::is)) {
                kept = kept == volumes ? new ArrayList<>(volumes) : kept;
                kept.set(i, without(volumes.get(i), projected, sources));
            }
        }
        return kept;
    }

    private static boolean is(Object source) {
        return source instanceof Map<?, ?> map && map.containsKey(FIELD);
    }

    private static Map<String, Object> without(Map<String, Object> volume, Map<?, ?> projected, List<?> sources) {
        List<Object> left = new ArrayList<>(sources.size());
        sources.forEach(source -> left.add(is(source) ? new TreeMap<String, Object>() : source));
        Map<String, Object> changed = new TreeMap<>();
        projected.forEach((name, value) -> changed.put(String.valueOf(name), value));
        changed.put(SOURCES, left);
        Map<String, Object> result = new TreeMap<>(volume);
        result.put(PROJECTED, changed);
        return result;
    }
}
