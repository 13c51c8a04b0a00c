package dev.wavetank.model.apiserver.discovery;

import dev.wavetank.model.apiserver.resource.ServedResource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Follows references between types. */
final class OpenApiReferences {

    private OpenApiReferences() {}

    /** The types of the kinds of some resources, and all types that these refer to. */
    static Map<String, Object> reachable(Map<String, Object> all, List<ServedResource> from) {
        Map<String, Object> found = new TreeMap<>();
        from.forEach(served -> add(OpenApiTypes.kindName(served), all, found));
        return found;
    }

    private static void add(String name, Map<String, Object> all, Map<String, Object> found) {
        if (all.containsKey(name) && found.putIfAbsent(name, all.get(name)) == null) {
            follow(all.get(name), all, found);
        }
    }

    private static void follow(Object tree, Map<String, Object> all, Map<String, Object> found) {
        if (tree instanceof Map<?, ?> map) {
            if (map.get("$ref") instanceof String reference) {
                add(reference.substring(reference.lastIndexOf('/') + 1), all, found);
            }
            map.values().forEach(value -> follow(value, all, found));
        } else if (tree instanceof List<?> list) {
            list.forEach(value -> follow(value, all, found));
        }
    }
}
