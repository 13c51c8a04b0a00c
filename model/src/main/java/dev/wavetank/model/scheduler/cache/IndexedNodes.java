package dev.wavetank.model.scheduler.cache;

import dev.wavetank.model.scheduler.framework.NodeInfo;
import java.util.AbstractCollection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The known nodes among some names, as the index has them now; a node with several of the sets comes several times. */
final class IndexedNodes extends AbstractCollection<NodeInfo> {

    private final Map<String, CachedNode> nodes;
    private final List<Collection<String>> sets;

    IndexedNodes(Map<String, CachedNode> nodes, List<Collection<String>> sets) {
        this.nodes = nodes;
        this.sets = sets;
    }

    private List<NodeInfo> all() {
        List<NodeInfo> all = new ArrayList<>();
        for (Collection<String> names : sets) {
            for (String name : names) {
                CachedNode node = nodes.get(name);
                if (node != null) {
                    all.add(node);
                }
            }
        }
        return all;
    }

    @Override
    public Iterator<NodeInfo> iterator() {
        return all().iterator();
    }

    @Override
    public int size() {
        return all().size();
    }

    @Override
    public boolean isEmpty() {
        for (int i = 0; i < sets.size(); i++) {
            if (!sets.get(i).isEmpty()) {
                return all().isEmpty();
            }
        }
        return true;
    }

    @Override
    public boolean contains(@Nullable Object node) {
        if (node instanceof NodeInfo known && nodes.get(known.name()) == known) {
            for (int i = 0; i < sets.size(); i++) {
                if (sets.get(i).contains(known.name())) {
                    return true;
                }
            }
        }
        return false;
    }
}
