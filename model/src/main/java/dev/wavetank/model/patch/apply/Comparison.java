package dev.wavetank.model.patch.apply;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What differs between two objects.
 *
 * @param added fields that only the later object has
 * @param modified fields that both have, with different values
 * @param removed fields that only the earlier object has
 */
record Comparison(FieldSet added, FieldSet modified, FieldSet removed) {

    static Comparison between(Topology topology, Node root, Object before, Object after) {
        Comparison result = new Comparison(new FieldSet(), new FieldSet(), new FieldSet());
        result.compare(topology, root, List.of(), before, after);
        return result;
    }

    private void compare(Topology topology, Node node, List<PathElement> path, Object before, Object after) {
        if (before == Node.ABSENT) {
            added.insert(path);
        } else if (after == Node.ABSENT) {
            removed.insert(path);
        }
        if (node.isLeaf(before, after)) {
            if (before != Node.ABSENT && after != Node.ABSENT && !Objects.equals(before, after)) {
                modified.insert(path);
            }
            return;
        }
        Map<PathElement, Object> earlier = node.parts(before);
        Map<PathElement, Object> later = node.parts(after);
        Set<PathElement> all = new LinkedHashSet<>(earlier.keySet());
        all.addAll(later.keySet());
        for (PathElement element : all) {
            List<PathElement> below = new ArrayList<>(path);
            below.add(element);
            compare(
                    topology,
                    node.part(topology, element),
                    below,
                    earlier.getOrDefault(element, Node.ABSENT),
                    later.getOrDefault(element, Node.ABSENT));
        }
    }

    /** What is left when some fields do not count, nor what is below them. */
    Comparison outside(FieldSet ignored) {
        return new Comparison(added.outside(ignored), modified.outside(ignored), removed.outside(ignored));
    }

    /** The fields that the writer of the later object has set. */
    FieldSet written() {
        return added.union(modified);
    }

    boolean isSame() {
        return added.isEmpty() && modified.isEmpty() && removed.isEmpty();
    }
}
