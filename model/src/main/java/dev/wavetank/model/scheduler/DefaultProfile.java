package dev.wavetank.model.scheduler;

import dev.wavetank.model.scheduler.framework.Handle;
import dev.wavetank.model.scheduler.framework.Plugin;
import dev.wavetank.model.scheduler.framework.Profile;
import dev.wavetank.model.scheduler.framework.ProfileFactory;
import dev.wavetank.model.scheduler.plugin.ArrivalSort;
import dev.wavetank.model.scheduler.plugin.BalancedAllocation;
import dev.wavetank.model.scheduler.plugin.DefaultBinder;
import dev.wavetank.model.scheduler.plugin.NodeAffinity;
import dev.wavetank.model.scheduler.plugin.NodeName;
import dev.wavetank.model.scheduler.plugin.NodePorts;
import dev.wavetank.model.scheduler.plugin.NodeResourcesFit;
import dev.wavetank.model.scheduler.plugin.NodeResourcesLeastAllocated;
import dev.wavetank.model.scheduler.plugin.NodeUnschedulable;
import dev.wavetank.model.scheduler.plugin.OwnerSpread;
import dev.wavetank.model.scheduler.plugin.PrioritySort;
import dev.wavetank.model.scheduler.plugin.SchedulingGates;
import dev.wavetank.model.scheduler.plugin.TaintToleration;
import dev.wavetank.model.scheduler.preemption.DefaultPreemption;
import dev.wavetank.model.scheduler.volume.VolumeBinding;
import dev.wavetank.model.version.Feature;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The profile that a scheduler has without a configuration.
 *
 * @param schedulerName {@code spec.schedulerName} of its pods
 */
public record DefaultProfile(String schedulerName) implements ProfileFactory {

    @Override
    public Profile create(Handle handle) {
        List<Plugin> plugins = new ArrayList<>();
        plugins.add(handle.version().has(Feature.SCHEDULING_PRIORITY_QUEUE) ? new PrioritySort() : new ArrivalSort());
        plugins.addAll(List.of(
                new NodeUnschedulable(),
                new NodeName(),
                new TaintToleration(),
                new NodeAffinity(),
                new NodePorts(),
                new NodeResourcesFit(),
                new VolumeBinding(handle),
                new NodeResourcesLeastAllocated(),
                new BalancedAllocation(),
                new OwnerSpread(),
                new DefaultBinder(handle.client())));
        if (handle.version().has(Feature.SCHEDULING_PRIORITY_QUEUE)) {
            plugins.add(new DefaultPreemption(handle, DefaultPreemption.Settings.DEFAULT));
        }
        if (handle.version().has(Feature.SCHEDULING_GATES)) {
            plugins.add(new SchedulingGates());
        }
        Map<String, Long> weights = new TreeMap<>();
        weights.put("PodTopologySpread", 2L);
        return Profile.of(schedulerName, plugins, weights);
    }
}
