package dev.wavetank.model.scheduler.config;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a profile says of one extension point.
 *
 * @param enabled plug-ins in their order
 * @param disabled names of plug-ins that are taken from the defaults; {@code *} for all
 */
public record PluginSet(List<EnabledPlugin> enabled, List<String> disabled) {

    /** Nothing. */
    public static final PluginSet NONE = new PluginSet(List.of(), List.of());

    private static final String ALL = "*";

    /** Keeps copies. */
    public PluginSet {
        enabled = List.copyOf(enabled);
        disabled = List.copyOf(disabled);
    }

    /** Whether a plug-in is taken from the defaults. */
    boolean disables(String name) {
        return disabled.contains(ALL) || disabled.contains(name);
    }

    /** Whether all plug-ins are taken from the defaults. */
    boolean disablesAll() {
        return disabled.contains(ALL);
    }

    /**
     * These defaults with a profile's own set on top ({@code mergePluginSet}).
     *
     * @param overriding whether an own plug-in takes the place of the default of the same name, as since v1beta2;
     *     else it follows the defaults, where it is there twice
     */
    PluginSet mergedWith(PluginSet own, boolean overriding) {
        List<EnabledPlugin> merged = new ArrayList<>();
        List<EnabledPlugin> left = new ArrayList<>(own.enabled);
        for (EnabledPlugin standard : enabled) {
            if (own.disables(standard.name()) || disables(standard.name())) {
                continue;
            }
            EnabledPlugin replacement = overriding ? lastNamed(standard.name(), left) : null;
            merged.add(replacement == null ? standard : replacement);
            left.remove(replacement);
        }
        merged.addAll(left);
        List<String> off = new ArrayList<>(own.disabled);
        off.addAll(disabled);
        return new PluginSet(merged, off);
    }

    private static @Nullable EnabledPlugin lastNamed(String name, List<EnabledPlugin> plugins) {
        @Nullable EnabledPlugin found = null;
        for (EnabledPlugin plugin : plugins) {
            if (plugin.name().equals(name)) {
                found = plugin;
            }
        }
        return found;
    }
}
