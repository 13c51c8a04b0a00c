package dev.wavetank.model.scheduler.cache;

import dev.wavetank.model.api.core.Node;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which nodes have which images ({@code imageStates}). */
final class NodeImages {

    private final Map<String, TreeSet<String>> nodesByImage = new LinkedHashMap<>();

    /**
     * An image on a node.
     *
     * @param size in bytes
     * @param nodes how many nodes had it when this node was last updated
     */
    record OnNode(long size, int nodes) {}

    /** Counts the images of a node, in place of those of its earlier state. */
    Map<String, OnNode> update(@Nullable Node before, Node after) {
        if (before != null) {
            remove(before);
        }
        List<?> images = images(after);
        if (images.isEmpty()) {
            return Collections.emptyMap();
        }
        Map<String, OnNode> result = new TreeMap<>();
        for (Object image : images) {
            if (image instanceof Map<?, ?> map) {
                long size = map.get("sizeBytes") instanceof Number number ? number.longValue() : 0;
                for (Object name : names(map)) {
                    TreeSet<String> nodes =
                            nodesByImage.computeIfAbsent(String.valueOf(name), unknown -> new TreeSet<>());
                    nodes.add(after.metadata().name());
                    result.put(String.valueOf(name), new OnNode(size, nodes.size()));
                }
            }
        }
        return result;
    }

    /** Counts out the images of a node. */
    void remove(Node node) {
        for (Object image : images(node)) {
            if (image instanceof Map<?, ?> map) {
                for (Object name : names(map)) {
                    TreeSet<String> nodes = nodesByImage.get(String.valueOf(name));
                    if (nodes != null && nodes.remove(node.metadata().name()) && nodes.isEmpty()) {
                        nodesByImage.remove(String.valueOf(name));
                    }
                }
            }
        }
    }

    private static List<?> images(Node node) {
        return node.status() != null && node.status().other().get("images") instanceof List<?> list ? list : List.of();
    }

    private static List<?> names(Map<?, ?> image) {
        return image.get("names") instanceof List<?> list ? list : List.of();
    }
}
