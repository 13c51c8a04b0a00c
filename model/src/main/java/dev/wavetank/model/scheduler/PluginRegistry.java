package dev.wavetank.model.scheduler;

import dev.wavetank.model.scheduler.framework.PluginFactory;
import dev.wavetank.model.scheduler.plugin.ArrivalSort;
import dev.wavetank.model.scheduler.plugin.DefaultBinder;
import dev.wavetank.model.scheduler.plugin.DynamicResources;
import dev.wavetank.model.scheduler.plugin.InTreePlugins;
import dev.wavetank.model.scheduler.plugin.PrioritySort;
import dev.wavetank.model.scheduler.plugin.SchedulingGates;
import dev.wavetank.model.scheduler.preemption.DefaultPreemption;
import dev.wavetank.model.scheduler.volume.VolumeBinding;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.VirtualTime;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** How plug-ins are made, by their names. */
public final class PluginRegistry {

    private PluginRegistry() {}

    /** The plug-ins of Kubernetes. */
    public static Map<String, PluginFactory> inTree() {
        Map<String, PluginFactory> all = new TreeMap<>(InTreePlugins.factories());
        all.put(
                "PrioritySort",
                (arguments, handle) -> handle.version().has(Feature.SCHEDULING_PRIORITY_QUEUE)
                        ? new PrioritySort()
                        : new ArrivalSort());
        all.put("VolumeBinding", (arguments, handle) -> new VolumeBinding(handle, bindTimeout(arguments)));
        all.put("SchedulingGates", (arguments, handle) -> new SchedulingGates());
        all.put(DynamicResources.NAME, (arguments, handle) -> new DynamicResources(handle.version()));
        all.put("DefaultPreemption", (arguments, handle) -> new DefaultPreemption(handle, settings(arguments)));
        all.put("DefaultBinder", (arguments, handle) -> new DefaultBinder(handle.client()));
        return all;
    }

    private static long bindTimeout(Map<String, Object> arguments) {
        return number(arguments, "bindTimeoutSeconds", VolumeBinding.BIND_TIMEOUT_SECONDS) * VirtualTime.SECOND;
    }

    private static DefaultPreemption.Settings settings(Map<String, Object> arguments) {
        DefaultPreemption.Settings standard = DefaultPreemption.Settings.DEFAULT;
        return new DefaultPreemption.Settings(
                number(arguments, "minCandidateNodesPercentage", standard.minCandidateNodesPercentage()),
                number(arguments, "minCandidateNodesAbsolute", standard.minCandidateNodesAbsolute()));
    }

    private static int number(Map<String, Object> arguments, String field, int otherwise) {
        return arguments.get(field) instanceof Number number ? number.intValue() : otherwise;
    }

    /** The plug-ins of Kubernetes, with others that are added or take their places. */
    public static Map<String, PluginFactory> with(Map<String, PluginFactory> own) {
        Map<String, PluginFactory> all = inTree();
        all.putAll(own);
        return Collections.unmodifiableMap(all);
    }
}
