package dev.wavetank.model.scheduler.cache;

import dev.wavetank.model.scheduler.framework.NodeInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The latest changes of the nodes of a snapshot, each with the generation that it led to; a ring of two arrays, so that
 * the oldest can be dropped without a look into old objects.
 */
final class NodeChangeLog {

    private static final int FEWEST = 16;

    private long[] generations = new long[FEWEST];
    private @Nullable CachedNode[] nodes = new CachedNode[FEWEST];
    private int first;
    private int size;
    /** Since when there is every change. */
    private long completeSince;

    /** Forgets all changes until a generation. */
    void reset(long generation) {
        Arrays.fill(nodes, null);
        first = 0;
        size = 0;
        completeSince = generation;
    }

    /** Adds the latest change of a node, and drops the oldest changes when there are more than so many. */
    void add(CachedNode node, int limit) {
        if (size == nodes.length) {
            grow();
        }
        int next = index(size++);
        generations[next] = node.generation();
        nodes[next] = node;
        while (size > limit) {
            completeSince = generations[first];
            nodes[first] = null;
            first = index(1);
            size--;
        }
    }

    private void grow() {
        long[] moreGenerations = new long[2 * size];
        @Nullable CachedNode[] moreNodes = new CachedNode[2 * size];
        for (int i = 0; i < size; i++) {
            moreGenerations[i] = generations[index(i)];
            moreNodes[i] = nodes[index(i)];
        }
        generations = moreGenerations;
        nodes = moreNodes;
        first = 0;
    }

    private int index(int place) {
        int index = first + place;
        return index < nodes.length ? index : index - nodes.length;
    }

    /** The nodes that have changed since a generation, the latest first; null when that is not known any more. */
    @Nullable
    Collection<NodeInfo> since(long generation) {
        if (generation < completeSince) {
            return null;
        }
        List<NodeInfo> changed = new ArrayList<>();
        for (int i = size - 1; i >= 0 && generations[index(i)] > generation; i--) {
            CachedNode node = nodes[index(i)];
            // An older change of the same node says nothing new.
            if (node != null && node.generation() == generations[index(i)]) {
                changed.add(node);
            }
        }
        return changed;
    }
}
