package dev.wavetank.model.scheduler.cache;

import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodGroup;
import dev.wavetank.model.scheduler.framework.Snapshot;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The nodes as a scheduling cycle found them when it began; later changes of the cache do not reach it. */
public final class CacheSnapshot implements Snapshot {

    private final Map<String, CachedNode> byName = new LinkedHashMap<>();
    private List<NodeInfo> ordered = List.of();
    private List<NodeInfo> withAffinity = List.of();
    private List<NodeInfo> withAntiAffinity = List.of();
    private final PodGroups groups = new PodGroups();
    private final ArrayDeque<Change> changes = new ArrayDeque<>();
    private boolean affinityChanged;
    private long generation;
    /** Since when every change of a node is among the changes. */
    private long completeSince;

    private record Change(long generation, CachedNode node) {}

    /** Takes over one node. */
    void copy(CachedNode from) {
        CachedNode mine = byName.get(from.name());
        if (mine == null) {
            mine = new CachedNode(from.name());
            byName.put(from.name(), mine);
        }
        affinityChanged |=
                mine.podsWithAffinity().isEmpty() != from.podsWithAffinity().isEmpty()
                        || mine.podsWithRequiredAntiAffinity().isEmpty()
                                != from.podsWithRequiredAntiAffinity().isEmpty();
        groups.change(from.name(), mine.pods(), from.pods());
        mine.copyFrom(from);
        changes.addLast(new Change(mine.generation(), mine));
        if (changes.size() > 2 * byName.size()) {
            completeSince = changes.removeFirst().generation();
        }
    }

    /** Takes over how far the cache has come. */
    void setGeneration(long latest) {
        generation = latest;
    }

    void drop(String name) {
        CachedNode mine = byName.remove(name);
        if (mine != null) {
            groups.change(name, mine.pods(), List.of());
        }
    }

    void order(List<String> names) {
        List<NodeInfo> latest = new ArrayList<>(names.size());
        for (String name : names) {
            CachedNode node = byName.get(name);
            if (node != null) {
                latest.add(node);
            }
        }
        ordered = latest;
        completeSince = generation;
        changes.clear();
        affinityChanged = true;
    }

    @Override
    public List<NodeInfo> nodes() {
        return ordered;
    }

    @Override
    public @Nullable NodeInfo node(String name) {
        return byName.get(name);
    }

    @Override
    public List<NodeInfo> nodesWithAffinity() {
        refresh();
        return withAffinity;
    }

    @Override
    public List<NodeInfo> nodesWithRequiredAntiAffinity() {
        refresh();
        return withAntiAffinity;
    }

    @Override
    public long generation() {
        return generation;
    }

    @Override
    public @Nullable Collection<NodeInfo> changedSince(long since) {
        if (since < completeSince) {
            return null;
        }
        List<NodeInfo> changed = new ArrayList<>();
        for (Iterator<Change> each = changes.descendingIterator(); each.hasNext(); ) {
            Change change = each.next();
            if (change.generation() <= since) {
                break;
            }
            // An older change of the same node says nothing new.
            if (change.generation() == change.node().generation()) {
                changed.add(change.node());
            }
        }
        return changed;
    }

    @Override
    public Collection<PodGroup> podsWith(String namespace, String key, String value) {
        return groups.with(namespace, key, value);
    }

    private void refresh() {
        if (!affinityChanged) {
            return;
        }
        affinityChanged = false;
        List<NodeInfo> any = new ArrayList<>();
        List<NodeInfo> anti = new ArrayList<>();
        for (NodeInfo node : ordered) {
            if (!node.podsWithAffinity().isEmpty()) {
                any.add(node);
                if (!node.podsWithRequiredAntiAffinity().isEmpty()) {
                    anti.add(node);
                }
            }
        }
        withAffinity = any;
        withAntiAffinity = anti;
    }
}
