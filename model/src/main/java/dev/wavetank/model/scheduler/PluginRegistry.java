package dev.wavetank.model.scheduler;

import dev.wavetank.model.scheduler.framework.PluginFactory;
import dev.wavetank.model.scheduler.plugin.ArrivalSort;
import dev.wavetank.model.scheduler.plugin.DefaultBinder;
import dev.wavetank.model.scheduler.plugin.InTreePlugins;
import dev.wavetank.model.scheduler.plugin.PrioritySort;
import dev.wavetank.model.scheduler.volume.VolumeBinding;
import dev.wavetank.model.version.Feature;
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
        all.put("VolumeBinding", (arguments, handle) -> new VolumeBinding(handle));
        all.put("DefaultBinder", (arguments, handle) -> new DefaultBinder(handle.client()));
        return all;
    }

    /** The plug-ins of Kubernetes, with others that are added or take their places. */
    public static Map<String, PluginFactory> with(Map<String, PluginFactory> own) {
        Map<String, PluginFactory> all = inTree();
        all.putAll(own);
        return Collections.unmodifiableMap(all);
    }
}
