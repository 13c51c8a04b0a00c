package dev.wavetank.model.scheduler.cycle;

import dev.wavetank.model.scheduler.framework.Code;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.NodeSelection;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.Refusal;
import dev.wavetank.model.scheduler.framework.Snapshot;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.model.scheduler.runtime.FrameworkRunner;
import dev.wavetank.model.scheduler.runtime.NodeFilter;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds feasible nodes. In clusters of 100 nodes and more the search ends when enough were found, and the next one
 * begins where
 * it ended ({@code percentageOfNodesToScore}). The workers of Kubernetes that look a few nodes further are not
 * modelled.
 */
public final class NodeSearch {

    private static final int ALL_BELOW = 100;
    private static final int LEAST_PERCENTAGE = 5;

    private final boolean samples;
    private final boolean countsErrors;
    private int start;

    /** A search that begins with the first node. */
    public NodeSearch(KubernetesVersion version) {
        this.samples = version.has(Feature.NODE_SAMPLING);
        this.countsErrors = !version.has(Feature.FILTER_ERRORS_NAME_PLUGINS);
    }

    /**
     * What a search found.
     *
     * @param feasible the feasible nodes, in the order in which they were found
     * @param refusals why others are not
     * @param error why the search failed, or null
     */
    record Found(
            List<NodeInfo> feasible,
            Refusals refusals,
            @Nullable String error) {}

    /** Asks the nodes in turn, or only those with the given names. */
    Found find(
            FrameworkRunner runner, CycleState state, PodInfo pod, Snapshot snapshot, @Nullable Set<String> onlyNodes) {
        List<NodeInfo> all = snapshot.nodes();
        List<NodeInfo> nodes = onlyNodes == null ? all : named(all, onlyNodes);
        int enough = samples
                ? nodesToFind(nodes.size(), runner.profile().search().percentageOfNodesToScore())
                : nodes.size();
        NodeFilter filter = runner.filterFor(state, pod, snapshot);
        BitSet candidates = onlyNodes == null ? filter.candidates() : null;
        if (candidates != null) {
            return among(candidates, filter, all, enough);
        }
        NodeSelection feasible = new NodeSelection(all, enough);
        Refusals refusals = new Refusals();
        Map<String, Integer> errors = new LinkedHashMap<>();
        int next = nodes.isEmpty() ? 0 : start % nodes.size();
        for (int left = nodes.size(); left > 0 && feasible.size() < enough; left--) {
            NodeInfo node = nodes.get(next);
            Refusal refusal = filter.run(node.position());
            if (refusal == null) {
                feasible.add(node.position());
            } else if (refusal.status().code() == Code.ERROR) {
                errors.merge(refusal.status().message(), 1, Integer::sum);
                if (!countsErrors) {
                    break;
                }
            } else {
                refusals.add(node, refusal);
            }
            next = next + 1 == nodes.size() ? 0 : next + 1;
        }
        if (!errors.isEmpty()) {
            return new Found(List.of(), refusals, text(errors));
        }
        start = (start + feasible.size() + refusals.size()) % all.size();
        if (onlyNodes != null && feasible.isEmpty()) {
            refuseOthers(all, onlyNodes, refusals);
        }
        return new Found(feasible, refusals, null);
    }

    /** Errors with how many nodes had them ({@code CreateAggregateFromMessageCountMap}). */
    private static String text(Map<String, Integer> errors) {
        List<String> texts = new ArrayList<>();
        errors.forEach((error, count) -> texts.add(count == 1 ? error : error + " (repeated " + count + " times)"));
        return texts.size() == 1 ? texts.get(0) : "[" + String.join(", ", texts) + "]";
    }

    /** The same, where it is known which nodes other filters than the signed ones do not refuse. */
    private Found among(BitSet candidates, NodeFilter filter, List<NodeInfo> all, int enough) {
        int begin = start % all.size();
        NodeSelection feasible = new NodeSelection(all, enough);
        Refusal error = filter.select(candidates, begin, feasible);
        if (error != null) {
            return new Found(List.of(), new Refusals(), error.status().message());
        }
        int asked =
                feasible.isFull() ? Math.floorMod(feasible.position(enough - 1) - begin, all.size()) + 1 : all.size();
        start = (start + asked) % all.size();
        int last = begin + asked;
        return new Found(feasible, new Refusals(refusals -> addAll(refusals, filter, all, begin, last)), null);
    }

    private static void addAll(Refusals refusals, NodeFilter filter, List<NodeInfo> all, int begin, int end) {
        for (int i = begin; i < end; i++) {
            int position = i % all.size();
            Refusal refusal = filter.run(position);
            if (refusal != null) {
                refusals.add(all.get(position), refusal);
            }
        }
    }

    private static List<NodeInfo> named(List<NodeInfo> all, Set<String> names) {
        List<NodeInfo> result = new ArrayList<>();
        for (NodeInfo node : all) {
            if (names.contains(node.name())) {
                result.add(node);
            }
        }
        return result;
    }

    private static void refuseOthers(List<NodeInfo> all, Set<String> names, Refusals refusals) {
        Refusal other =
                new Refusal("NodeAffinity", Status.unresolvable("node(s) didn't satisfy plugin(s) [NodeAffinity]"));
        for (NodeInfo node : all) {
            if (!names.contains(node.name())) {
                refusals.add(node, other);
            }
        }
    }

    /**
     * How many feasible nodes a search needs ({@code numFeasibleNodesToFind}).
     *
     * @param percentage of the nodes; 0: adaptive
     */
    static int nodesToFind(int nodes, int percentage) {
        if (nodes < ALL_BELOW || percentage >= 100) {
            return nodes;
        }
        int used = percentage > 0 ? percentage : Math.max(LEAST_PERCENTAGE, 50 - nodes / 125);
        return Math.max(ALL_BELOW, nodes * used / 100);
    }
}
