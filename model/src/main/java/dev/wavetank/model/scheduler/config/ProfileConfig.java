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
 * @param kinds of plug-ins that have names of their own, by name: custom priorities of old policies
 * @param percentageOfNodesToScore see {@link SchedulerConfiguration}; null for that of all profiles
 */
public record ProfileConfig(
        String schedulerName,
        PluginSets plugins,
        Map<String, Map<String, Object>> arguments,
        Map<String, String> kinds,
        @Nullable Integer percentageOfNodesToScore) {

    /** Keeps a copy. */
    public ProfileConfig {
        arguments = Collections.unmodifiableMap(new TreeMap<>(arguments));
        kinds = Collections.unmodifiableMap(new TreeMap<>(kinds));
    }

    /** A profile whose plug-ins have the names of their kinds. */
    public ProfileConfig(
            String schedulerName,
            PluginSets plugins,
            Map<String, Map<String, Object>> arguments,
            @Nullable Integer percentageOfNodesToScore) {
        this(schedulerName, plugins, arguments, Collections.emptyMap(), percentageOfNodesToScore);
    }

    /** The same with other plug-ins. */
    ProfileConfig withPlugins(PluginSets others) {
        return new ProfileConfig(schedulerName, others, arguments, kinds, percentageOfNodesToScore);
    }

    /** The name by which a plug-in is made. */
    public String kindOf(String plugin) {
        return kinds.getOrDefault(plugin, plugin);
    }

    /** The arguments of a plug-in; empty for its defaults. */
    public Map<String, Object> argumentsOf(String plugin) {
        return arguments.getOrDefault(plugin, Collections.emptyMap());
    }
}
