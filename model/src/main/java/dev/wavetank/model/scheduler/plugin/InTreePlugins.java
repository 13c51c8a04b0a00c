package dev.wavetank.model.scheduler.plugin;

import dev.wavetank.model.scheduler.framework.PluginFactory;
import dev.wavetank.model.scheduler.plugin.affinity.InterPodAffinity;
import dev.wavetank.model.scheduler.plugin.nodes.EqualPriority;
import dev.wavetank.model.scheduler.plugin.nodes.ImageLocality;
import dev.wavetank.model.scheduler.plugin.nodes.NodeAffinity;
import dev.wavetank.model.scheduler.plugin.nodes.NodeConditions;
import dev.wavetank.model.scheduler.plugin.nodes.NodeLabel;
import dev.wavetank.model.scheduler.plugin.nodes.NodeName;
import dev.wavetank.model.scheduler.plugin.nodes.NodePorts;
import dev.wavetank.model.scheduler.plugin.nodes.NodePreferAvoidPods;
import dev.wavetank.model.scheduler.plugin.nodes.NodeUnschedulable;
import dev.wavetank.model.scheduler.plugin.nodes.TaintToleration;
import dev.wavetank.model.scheduler.plugin.resources.NodeResourcesBalancedAllocation;
import dev.wavetank.model.scheduler.plugin.resources.NodeResourcesFit;
import dev.wavetank.model.scheduler.plugin.resources.NodeResourcesLeastAllocated;
import dev.wavetank.model.scheduler.plugin.resources.NodeResourcesMostAllocated;
import dev.wavetank.model.scheduler.plugin.resources.RequestedToCapacityRatio;
import dev.wavetank.model.scheduler.plugin.spread.PodTopologySpread;
import dev.wavetank.model.scheduler.plugin.spread.SelectorSpread;
import dev.wavetank.model.scheduler.plugin.spread.ServiceAffinity;
import dev.wavetank.model.scheduler.plugin.volumes.NodeVolumeLimits;
import dev.wavetank.model.scheduler.plugin.volumes.VolumeLimits;
import dev.wavetank.model.scheduler.plugin.volumes.VolumeRestrictions;
import dev.wavetank.model.scheduler.plugin.volumes.VolumeZone;
import java.util.Map;
import java.util.TreeMap;

/** The filters and scores of Kubernetes, of all versions, by their names ({@code plugins.NewInTreeRegistry}). */
public final class InTreePlugins {

    private InTreePlugins() {}

    /** How each is made. Which of them a version has, and which are enabled, is the profile's business. */
    public static Map<String, PluginFactory> factories() {
        Map<String, PluginFactory> all = new TreeMap<>();
        addNodes(all);
        addResources(all);
        addPods(all);
        addVolumes(all);
        return all;
    }

    private static void addNodes(Map<String, PluginFactory> all) {
        all.put(NodeUnschedulable.NAME, (arguments, handle) -> new NodeUnschedulable(handle.version()));
        all.put(NodeName.NAME, (arguments, handle) -> new NodeName(handle.version()));
        all.put(TaintToleration.NAME, (arguments, handle) -> new TaintToleration(handle.version()));
        all.put(NodeAffinity.NAME, (arguments, handle) -> new NodeAffinity(arguments, handle.version()));
        all.put(NodePorts.NAME, (arguments, handle) -> new NodePorts(handle.version()));
        all.put(ImageLocality.NAME, (arguments, handle) -> new ImageLocality(handle));
        all.put(NodeLabel.NAME, (arguments, handle) -> new NodeLabel(arguments, handle.version()));
        all.put(NodePreferAvoidPods.NAME, (arguments, handle) -> new NodePreferAvoidPods(handle.version()));
        all.put(EqualPriority.NAME, (arguments, handle) -> new EqualPriority());
        for (NodeConditions.Check check : NodeConditions.Check.values()) {
            all.put(check.predicate(), (arguments, handle) -> new NodeConditions(check, handle.version()));
        }
    }

    private static void addResources(Map<String, PluginFactory> all) {
        all.put(NodeResourcesFit.NAME, (arguments, handle) -> new NodeResourcesFit(arguments, handle.version()));
        all.put(
                NodeResourcesLeastAllocated.NAME,
                (arguments, handle) -> new NodeResourcesLeastAllocated(arguments, handle.version()));
        all.put(
                NodeResourcesMostAllocated.NAME,
                (arguments, handle) -> new NodeResourcesMostAllocated(arguments, handle.version()));
        all.put(
                RequestedToCapacityRatio.NAME,
                (arguments, handle) -> new RequestedToCapacityRatio(arguments, handle.version()));
        all.put(
                NodeResourcesBalancedAllocation.NAME,
                (arguments, handle) -> new NodeResourcesBalancedAllocation(arguments, handle.version()));
    }

    private static void addPods(Map<String, PluginFactory> all) {
        all.put(InterPodAffinity.NAME, InterPodAffinity::new);
        all.put(PodTopologySpread.NAME, PodTopologySpread::new);
        all.put(SelectorSpread.NAME, (arguments, handle) -> new SelectorSpread(handle, false));
        all.put(SelectorSpread.SERVICES_ONLY, (arguments, handle) -> new SelectorSpread(handle, true));
        all.put(ServiceAffinity.NAME, ServiceAffinity::new);
    }

    private static void addVolumes(Map<String, PluginFactory> all) {
        all.put(VolumeRestrictions.NAME, (arguments, handle) -> new VolumeRestrictions(handle));
        for (VolumeLimits.Cloud cloud : VolumeLimits.Cloud.values()) {
            all.put(cloud.plugin(), (arguments, handle) -> new VolumeLimits(cloud, handle));
        }
        all.put(NodeVolumeLimits.NAME, (arguments, handle) -> new NodeVolumeLimits(handle));
        all.put(VolumeZone.NAME, (arguments, handle) -> new VolumeZone(handle));
    }
}
