package dev.wavetank.model.scheduler.plugin;

import dev.wavetank.model.scheduler.framework.FilterPlugin;
import dev.wavetank.model.scheduler.framework.Handle;
import dev.wavetank.model.scheduler.framework.ScorePlugin;
import dev.wavetank.model.scheduler.plugin.affinity.InterPodAffinity;
import dev.wavetank.model.scheduler.plugin.nodes.ImageLocality;
import dev.wavetank.model.scheduler.plugin.nodes.NodeAffinity;
import dev.wavetank.model.scheduler.plugin.nodes.NodeName;
import dev.wavetank.model.scheduler.plugin.nodes.NodePorts;
import dev.wavetank.model.scheduler.plugin.nodes.NodePreferAvoidPods;
import dev.wavetank.model.scheduler.plugin.nodes.NodeUnschedulable;
import dev.wavetank.model.scheduler.plugin.nodes.TaintToleration;
import dev.wavetank.model.scheduler.plugin.resources.NodeResourcesBalancedAllocation;
import dev.wavetank.model.scheduler.plugin.resources.NodeResourcesFit;
import dev.wavetank.model.scheduler.plugin.resources.NodeResourcesLeastAllocated;
import dev.wavetank.model.scheduler.plugin.spread.PodTopologySpread;
import dev.wavetank.model.scheduler.plugin.spread.SelectorSpread;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The default plug-ins of a version, in their order. */
final class Profiles {

    private Profiles() {}

    /**
     * The defaults of v1.20.
     *
     * @param selectorSpread whether SelectorSpread spreads pods by default, instead of PodTopologySpread
     */
    static PlainProfile v120(Handle handle, boolean selectorSpread) {
        KubernetesVersion version = handle.version();
        TaintToleration taints = new TaintToleration(version);
        NodeAffinity nodeAffinity = new NodeAffinity(Map.of(), version);
        InterPodAffinity podAffinity = new InterPodAffinity(Map.of(), handle);
        PodTopologySpread spread =
                new PodTopologySpread(selectorSpread ? Map.of("defaultingType", "List") : Map.of(), handle);
        List<FilterPlugin> filters = new ArrayList<>(List.of(
                new NodeUnschedulable(version),
                new NodeName(version),
                taints,
                nodeAffinity,
                new NodePorts(version),
                new NodeResourcesFit(Map.of(), version),
                spread,
                podAffinity));
        List<ScorePlugin> scores = new ArrayList<>(List.of(
                new NodeResourcesBalancedAllocation(Map.of(), version),
                new ImageLocality(handle),
                podAffinity,
                new NodeResourcesLeastAllocated(Map.of(), version),
                nodeAffinity,
                new NodePreferAvoidPods(version),
                spread,
                taints));
        if (selectorSpread) {
            scores.add(new SelectorSpread(handle, false));
        }
        return new PlainProfile(filters, scores);
    }

    /** The weight of a score in v1.20. */
    static long weight(String plugin) {
        return switch (plugin) {
            case NodePreferAvoidPods.NAME -> 10_000;
            case PodTopologySpread.NAME -> 2;
            default -> 1;
        };
    }
}
