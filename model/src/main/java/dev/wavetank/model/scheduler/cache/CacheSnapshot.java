package dev.wavetank.model.scheduler.cache;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
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
    private final ArrayDeque<Change> changes = new ArrayDeque<>();
    private boolean affinityChanged;
    private int affineNodes;
    private int avoidingNodes;
    /** Null until somebody asks; kept up to date from then on. */
    private @Nullable PodIndex pods;

    private @Nullable TermIndex avoidingTerms;
    private @Nullable TermIndex scoredTerms;
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
        countNode(mine, -1);
        countDifference(mine, from);
        mine.copyFrom(from);
        countNode(mine, 1);
        changes.addLast(new Change(mine.generation(), mine));
        if (changes.size() > 2 * byName.size()) {
            completeSince = changes.removeFirst().generation();
        }
    }

    private void countNode(CachedNode node, int sign) {
        affineNodes += node.podsWithAffinity().isEmpty() ? 0 : sign;
        avoidingNodes += node.podsWithRequiredAntiAffinity().isEmpty() ? 0 : sign;
    }

    /** Between two states most pods are the same, at the beginning and at the end. */
    private void countDifference(CachedNode before, CachedNode after) {
        List<PodInfo> was = before.pods();
        List<PodInfo> is = after.pods();
        int start = 0;
        int least = Math.min(was.size(), is.size());
        while (start < least && was.get(start) == is.get(start)) {
            start++;
        }
        int end = 0;
        while (end < least - start && was.get(was.size() - 1 - end) == is.get(is.size() - 1 - end)) {
            end++;
        }
        for (int i = start; i < was.size() - end; i++) {
            count(was.get(i), before.name(), -1);
        }
        for (int i = start; i < is.size() - end; i++) {
            count(is.get(i), before.name(), 1);
        }
    }

    private void count(PodInfo pod, String node, int sign) {
        if (pods != null) {
            pods.count(pod, node, sign);
        }
        if (pod.hasAffinity() && avoidingTerms != null) {
            avoidingTerms.count(pod, node, sign);
        }
        if (pod.hasAffinity() && scoredTerms != null) {
            scoredTerms.count(pod, node, sign);
        }
    }

    /** Takes over how far the cache has come. */
    void setGeneration(long latest) {
        generation = latest;
    }

    void drop(String name) {
        CachedNode mine = byName.remove(name);
        if (mine != null) {
            countNode(mine, -1);
            mine.pods().forEach(pod -> count(pod, name, -1));
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
    public boolean hasPodsWithAffinity() {
        return affineNodes > 0;
    }

    @Override
    public boolean hasPodsWithRequiredAntiAffinity() {
        return avoidingNodes > 0;
    }

    @Override
    public @Nullable Collection<NodeInfo> nodesWithPods(Collection<String> namespaces, LabelSelector selector) {
        if (pods == null) {
            PodIndex index = new PodIndex();
            byName.forEach((name, node) -> node.pods().forEach(pod -> index.count(pod, name, 1)));
            pods = index;
        }
        Collection<String> names = pods.nodes(namespaces, selector);
        return names == null ? null : named(names);
    }

    @Override
    public Collection<NodeInfo> nodesThatAvoid(Map<String, String> labels) {
        avoidingTerms = avoidingTerms == null ? terms(false) : avoidingTerms;
        return named(avoidingTerms.nodes(labels));
    }

    @Override
    public Collection<NodeInfo> nodesThatScore(Map<String, String> labels) {
        scoredTerms = scoredTerms == null ? terms(true) : scoredTerms;
        return named(scoredTerms.nodes(labels));
    }

    private TermIndex terms(boolean isForScores) {
        TermIndex index = new TermIndex(isForScores);
        byName.forEach((name, node) -> node.podsWithAffinity().forEach(pod -> index.count(pod, name, 1)));
        return index;
    }

    private List<NodeInfo> named(Collection<String> names) {
        List<NodeInfo> nodes = new ArrayList<>(names.size());
        for (String name : names) {
            CachedNode node = byName.get(name);
            if (node != null) {
                nodes.add(node);
            }
        }
        return nodes;
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
