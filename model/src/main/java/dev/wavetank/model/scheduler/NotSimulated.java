package dev.wavetank.model.scheduler;

import dev.wavetank.model.scheduler.config.PluginTable;
import dev.wavetank.model.scheduler.config.ProfileConfig;
import dev.wavetank.model.scheduler.config.SchedulerConfiguration;
import dev.wavetank.model.scheduler.plugin.DynamicResources;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What schedulers accept and do not simulate, in sentences for the user. */
final class NotSimulated {

    private NotSimulated() {}

    /**
     * Of a configuration: fields that change nothing, and plug-ins that it enables and that are not there. Those that
     * a version enables anyway matter only to pods that need them, which their node reports.
     *
     * @param made names of the plug-ins that can be made
     */
    static List<String> of(SchedulerConfiguration configuration, Set<String> made, KubernetesVersion version) {
        List<String> sentences = new ArrayList<>();
        if (!configuration.unusedFields().isEmpty()) {
            sentences.add("fields of the scheduler's configuration that change nothing: "
                    + String.join(", ", configuration.unusedFields()));
        }
        Set<String> asked = new TreeSet<>();
        for (ProfileConfig profile : configuration.profiles()) {
            profile.plugins().names().forEach(name -> asked.add(profile.kindOf(name)));
        }
        Set<String> missing = new TreeSet<>(asked);
        missing.removeAll(made);
        if (asked.contains(DynamicResources.NAME)) {
            // It only answers for pods that have nothing to do with it.
            missing.add(DynamicResources.NAME);
        }
        missing.removeAll(PluginTable.get().defaults(version).names());
        for (String plugin : missing) {
            sentences.add("the plug-in " + plugin + " of the scheduler: pods are placed as without it");
        }
        return sentences;
    }
}
