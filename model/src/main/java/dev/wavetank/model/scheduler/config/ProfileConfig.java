package dev.wavetank.model.scheduler.config;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How the pods that name one scheduler are scheduled ({@code KubeSchedulerProfile}).
 *
 * @param schedulerName what these pods have in {@code spec.schedulerName}
 * @param plugins the plug-ins, defaults included
 * @param arguments of plug-ins as JSON trees, by name; plug-ins without an entry have their defaults
 * @param percentageOfNodesToScore see {@link SchedulerConfiguration}; null for that of all profiles
 */
public record ProfileConfig(
        String schedulerName,
        PluginSets plugins,
        Map<String, Map<String, Object>> arguments,
        @Nullable Integer percentageOfNodesToScore) {

    /** Keeps a copy. */
    public ProfileConfig {
        arguments = Collections.unmodifiableMap(new TreeMap<>(arguments));
    }

    /** The same with other plug-ins. */
    ProfileConfig withPlugins(PluginSets others) {
        return new ProfileConfig(schedulerName, others, arguments, percentageOfNodesToScore);
    }

    /** The arguments of a plug-in; empty for its defaults. */
    public Map<String, Object> argumentsOf(String plugin) {
        return arguments.getOrDefault(plugin, Collections.emptyMap());
    }
}
