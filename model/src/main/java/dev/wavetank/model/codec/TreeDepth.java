package dev.wavetank.model.codec;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/** How deep objects and arrays are nested in a tree. */
public final class TreeDepth {

    /**
     * What may be kept, merged and written. Texts may be as deep as 10,000; no API type is as deep as this, and what
     * walks along a tree has a stack of limited size.
     */
    public static final int MAX = 400;

    private TreeDepth() {}

    private record Part(Object value, int depth) {}

    /** Whether a tree is deeper than may be kept. */
    public static boolean isExceeded(Object tree) {
        Deque<Part> parts = new ArrayDeque<>();
        parts.push(new Part(tree, 1));
        while (!parts.isEmpty()) {
            Part part = parts.pop();
            Iterable<?> inner = part.value() instanceof Map<?, ?> map
                    ? map.values()
                    : part.value() instanceof Iterable<?> list ? list : null;
            if (inner == null) {
                continue;
            }
            if (part.depth() > MAX) {
                return true;
            }
            for (Object value : inner) {
                if (value instanceof Map || value instanceof Iterable) {
                    parts.push(new Part(value, part.depth() + 1));
                }
            }
        }
        return false;
    }
}
