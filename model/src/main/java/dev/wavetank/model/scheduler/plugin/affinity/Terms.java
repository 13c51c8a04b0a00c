package dev.wavetank.model.scheduler.plugin.affinity;

import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scheduler.framework.AffinityTerm;
import dev.wavetank.model.scheduler.framework.ClusterReader;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.Snapshot;
import dev.wavetank.model.scheduler.plugin.helper.Union;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Terms of affinity in this cluster: which namespaces they mean now. */
final class Terms {

    private final ClusterReader cluster;
    private final boolean hasSelectors;

    /** @param hasSelectors whether the version has terms that select namespaces; else it does not watch them */
    Terms(ClusterReader cluster, boolean hasSelectors) {
        this.cluster = cluster;
        this.hasSelectors = hasSelectors;
    }

    /** The terms, with the namespaces that their selectors match now written out. */
    List<AffinityTerm> resolved(List<AffinityTerm> terms) {
        boolean isPlain = true;
        for (AffinityTerm term : terms) {
            isPlain &= term.namespaceSelector() == null;
        }
        if (isPlain) {
            return terms;
        }
        List<AffinityTerm> resolved = new ArrayList<>(terms.size());
        for (AffinityTerm term : terms) {
            SortedSet<String> namespaces = new TreeSet<>(term.namespaces());
            if (term.namespaceSelector() != null) {
                for (Namespace namespace : cluster.list(Namespace.class, null)) {
                    if (term.namespaceSelector().matches(namespace.metadata().labels())) {
                        namespaces.add(namespace.metadata().name());
                    }
                }
            }
            resolved.add(new AffinityTerm(term.selector(), namespaces, null, term.topologyKey(), term.weight()));
        }
        return resolved;
    }

    /** The labels of a namespace; none when it is not known. */
    Map<String, String> labelsOf(String namespace) {
        Namespace known = hasSelectors ? cluster.get(Namespace.class, null, namespace) : null;
        return known == null ? Collections.emptyMap() : known.metadata().labels();
    }

    /** Whether all terms mean the pod; false when there are none. Their namespaces are written out. */
    static boolean allMean(List<AffinityTerm> resolved, Pod pod) {
        for (int i = 0; i < resolved.size(); i++) {
            if (!means(resolved.get(i), pod)) {
                return false;
            }
        }
        return !resolved.isEmpty();
    }

    /** Whether a term means the pod. Its namespaces are written out. */
    static boolean means(AffinityTerm resolved, Pod pod) {
        return resolved.matches(pod, Collections.emptyMap());
    }

    /** All nodes with pods that one of the terms means, and maybe others; null when every node can have some. */
    static @Nullable Collection<NodeInfo> candidates(List<AffinityTerm> resolved, Snapshot snapshot) {
        Union<NodeInfo> all = new Union<>();
        for (AffinityTerm term : resolved) {
            if (term.selector() != null) {
                Collection<NodeInfo> nodes = snapshot.nodesWithPods(term.namespaces(), term.selector());
                if (nodes == null) {
                    return null;
                }
                all.append(nodes);
            }
        }
        return all;
    }

    /** The pods of a node that a term means, and maybe others of that node. */
    static List<PodInfo> podsOn(NodeInfo node, AffinityTerm resolved, Snapshot snapshot) {
        return resolved.selector() == null
                ? List.of()
                : snapshot.podsOn(node, resolved.namespaces(), resolved.selector());
    }

    /** The value of a label of the node, or null. */
    static @Nullable String value(NodeInfo node, String topologyKey) {
        return node.node().metadata().labels().get(topologyKey);
    }
}
