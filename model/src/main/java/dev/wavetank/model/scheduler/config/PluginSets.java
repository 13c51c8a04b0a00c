package dev.wavetank.model.scheduler.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;

/**
 * The plug-ins of a profile, by extension point.
 *
 * @param points what is said of each point; points without an entry have nothing
 * @param multiPoint plug-ins at every point that they extend, where the point says nothing else (since v1beta3)
 */
public record PluginSets(Map<ExtensionPoint, PluginSet> points, PluginSet multiPoint) {

    /** Keeps a copy. */
    public PluginSets {
        points = points.isEmpty() ? Collections.emptyMap() : Collections.unmodifiableMap(new EnumMap<>(points));
    }

    /** What is said of a point. */
    public PluginSet at(ExtensionPoint point) {
        return points.getOrDefault(point, PluginSet.NONE);
    }

    /** These defaults with a profile's own sets on top; see {@link PluginSet#mergedWith}. */
    public PluginSets mergedWith(PluginSets own, boolean overriding) {
        Map<ExtensionPoint, PluginSet> merged = new EnumMap<>(ExtensionPoint.class);
        for (ExtensionPoint point : ExtensionPoint.values()) {
            merged.put(point, at(point).mergedWith(own.at(point), overriding));
        }
        return new PluginSets(merged, multiPoint.mergedWith(own.multiPoint, overriding));
    }

    /** These and others at every point that they extend, unless something is said of them. */
    PluginSets and(Collection<String> others) {
        List<String> known = names();
        List<EnabledPlugin> enabled = new ArrayList<>(multiPoint.enabled());
        for (String other : others) {
            if (!known.contains(other) && !multiPoint.disabled().contains(other)) {
                enabled.add(new EnabledPlugin(other, 0));
            }
        }
        return new PluginSets(points, new PluginSet(enabled, multiPoint.disabled()));
    }

    /** The names of all plug-ins that are enabled anywhere, each once. */
    public List<String> names() {
        Map<String, Boolean> names = new LinkedHashMap<>();
        multiPoint.enabled().forEach(plugin -> names.put(plugin.name(), true));
        points.values().forEach(set -> set.enabled().forEach(plugin -> names.put(plugin.name(), true)));
        return new ArrayList<>(names.keySet());
    }

    /**
     * The plug-ins of a point in the order in which they are called ({@code expandMultiPointPlugins}): first those that
     * override one of {@code multiPoint}, then those of {@code multiPoint}, then others.
     *
     * @param isAt whether the plug-in of that name extends the point
     */
    public List<EnabledPlugin> at(ExtensionPoint point, BiPredicate<String, ExtensionPoint> isAt) {
        PluginSet own = at(point);
        if (own.disablesAll()) {
            return own.enabled();
        }
        List<EnabledPlugin> expanded = new ArrayList<>();
        List<EnabledPlugin> overriding = new ArrayList<>();
        for (EnabledPlugin plugin : multiPoint.enabled()) {
            if (!isAt.test(plugin.name(), point) || own.disabled().contains(plugin.name())) {
                continue;
            }
            int before = overriding.size();
            for (EnabledPlugin other : own.enabled()) {
                if (other.name().equals(plugin.name())) {
                    overriding.add(other);
                }
            }
            if (overriding.size() == before) {
                expanded.add(plugin);
            }
        }
        List<EnabledPlugin> all = new ArrayList<>(own.enabled());
        all.retainAll(overriding);
        all.addAll(expanded);
        own.enabled().stream().filter(plugin -> !overriding.contains(plugin)).forEach(all::add);
        return all;
    }

    /** The weight of a plug-in's scores: that of the point, else that of {@code multiPoint}, else 1. */
    public int weight(String name) {
        List<EnabledPlugin> all = new ArrayList<>(at(ExtensionPoint.SCORE).enabled());
        all.addAll(multiPoint.enabled());
        return all.stream()
                .filter(plugin -> plugin.name().equals(name))
                .findFirst()
                .map(plugin -> Math.max(1, plugin.weight()))
                .orElse(1);
    }
}
