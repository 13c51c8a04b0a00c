package dev.wavetank.model.scheduler.cache;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.scheduler.framework.AffinityTerm;
import dev.wavetank.model.scheduler.framework.NodeDomains;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.Snapshot;
import java.util.ArrayList;
import java.util.Collection;
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
    private final NodeChangeLog changes = new NodeChangeLog();
    private boolean affinityChanged;
    private int affineNodes;
    private int avoidingNodes;
    /** Null until somebody asks; kept up to date from then on. */
    private @Nullable PodIndex pods;

    private @Nullable TermIndex avoidingTerms;
    private @Nullable TermIndex scoredTerms;
    private final Map<String, NodeDomains> domains = new LinkedHashMap<>();
    private long generation;

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
        boolean isOtherNode = !mine.isKnown() || mine.node() != from.node();
        mine.copyFrom(from);
        countNode(mine, 1);
        if (isOtherNode && mine.position() >= 0) {
            for (NodeDomains each : domains.values()) {
                each.update(mine);
            }
        }
        changes.add(mine, 2 * byName.size());
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
            mine.setPosition(-1);
            countNode(mine, -1);
            mine.pods().forEach(pod -> count(pod, name, -1));
        }
    }

    void order(List<String> names) {
        List<NodeInfo> latest = new ArrayList<>(names.size());
        for (String name : names) {
            CachedNode node = byName.get(name);
            if (node != null) {
                node.setPosition(latest.size());
                latest.add(node);
            }
        }
        ordered = latest;
        domains.values().forEach(each -> each.reset(ordered));
        changes.reset(generation);
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
        List<Collection<String>> names = index().nodes(namespaces, selector);
        return names == null ? null : new IndexedNodes(byName, names);
    }

    @Override
    public List<PodInfo> podsOn(NodeInfo node, Collection<String> namespaces, LabelSelector selector) {
        List<PodInfo> found = index().on(node.name(), namespaces, selector);
        return found == null ? node.pods() : found;
    }

    private PodIndex index() {
        PodIndex known = pods;
        if (known == null) {
            PodIndex index = new PodIndex();
            byName.forEach((name, node) -> node.pods().forEach(pod -> index.count(pod, name, 1)));
            known = index;
            pods = known;
        }
        return known;
    }

    @Override
    public Collection<NodeInfo> nodesThatAvoid(Map<String, String> labels) {
        return new IndexedNodes(byName, avoidingTerms().nodes(labels));
    }

    @Override
    public List<AffinityTerm> avoidingTermsOn(NodeInfo node, Map<String, String> labels) {
        return avoidingTerms().on(node.name(), labels);
    }

    private TermIndex avoidingTerms() {
        TermIndex known = avoidingTerms;
        if (known == null) {
            known = terms(false);
            avoidingTerms = known;
        }
        return known;
    }

    @Override
    public Collection<NodeInfo> nodesThatScore(Map<String, String> labels) {
        scoredTerms = scoredTerms == null ? terms(true) : scoredTerms;
        return new IndexedNodes(byName, scoredTerms.nodes(labels));
    }

    private TermIndex terms(boolean isForScores) {
        TermIndex index = new TermIndex(isForScores);
        byName.forEach((name, node) -> node.podsWithAffinity().forEach(pod -> index.count(pod, name, 1)));
        return index;
    }

    @Override
    public NodeDomains domains(String topologyKey) {
        NodeDomains known = domains.get(topologyKey);
        if (known == null) {
            known = new NodeDomains(topologyKey);
            known.reset(ordered);
            domains.put(topologyKey, known);
        }
        return known;
    }

    @Override
    public long generation() {
        return generation;
    }

    @Override
    public @Nullable Collection<NodeInfo> changedSince(long since) {
        return changes.since(since);
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
