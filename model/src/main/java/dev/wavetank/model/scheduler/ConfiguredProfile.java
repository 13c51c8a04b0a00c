package dev.wavetank.model.scheduler;

import dev.wavetank.model.scheduler.config.ConfigurationException;
import dev.wavetank.model.scheduler.config.EnabledPlugin;
import dev.wavetank.model.scheduler.config.ExtenderConfig;
import dev.wavetank.model.scheduler.config.ExtensionPoint;
import dev.wavetank.model.scheduler.config.PluginSets;
import dev.wavetank.model.scheduler.config.ProfileConfig;
import dev.wavetank.model.scheduler.config.SchedulerConfiguration;
import dev.wavetank.model.scheduler.extender.HttpExtender;
import dev.wavetank.model.scheduler.framework.BindPlugin;
import dev.wavetank.model.scheduler.framework.Extender;
import dev.wavetank.model.scheduler.framework.FilterPlugin;
import dev.wavetank.model.scheduler.framework.Handle;
import dev.wavetank.model.scheduler.framework.PermitPlugin;
import dev.wavetank.model.scheduler.framework.Plugin;
import dev.wavetank.model.scheduler.framework.PluginFactory;
import dev.wavetank.model.scheduler.framework.PostBindPlugin;
import dev.wavetank.model.scheduler.framework.PostFilterPlugin;
import dev.wavetank.model.scheduler.framework.PreBindPlugin;
import dev.wavetank.model.scheduler.framework.PreEnqueuePlugin;
import dev.wavetank.model.scheduler.framework.PreFilterPlugin;
import dev.wavetank.model.scheduler.framework.PreScorePlugin;
import dev.wavetank.model.scheduler.framework.Profile;
import dev.wavetank.model.scheduler.framework.ProfileFactory;
import dev.wavetank.model.scheduler.framework.QueueSortPlugin;
import dev.wavetank.model.scheduler.framework.ReservePlugin;
import dev.wavetank.model.scheduler.framework.ScorePlugin;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes a profile of plug-ins as a configuration says ({@code frameworkruntime.NewFramework}). */
public final class ConfiguredProfile implements ProfileFactory {

    private static final String FIT = "NodeResourcesFit";
    /** The most points that an extender gives a node. */
    private static final long EXTENDER_MAX = 10;

    private static final String IGNORED = "ignoredResources";

    private final SchedulerConfiguration configuration;
    private final ProfileConfig profile;
    private final Map<String, PluginFactory> registry;

    private ConfiguredProfile(
            SchedulerConfiguration configuration, ProfileConfig profile, Map<String, PluginFactory> registry) {
        this.configuration = configuration;
        this.profile = profile;
        this.registry = registry;
    }

    /**
     * The profiles of a scheduler.
     *
     * @param registry makes plug-ins, by name
     */
    public static List<ProfileFactory> all(SchedulerConfiguration configuration, Map<String, PluginFactory> registry) {
        List<ProfileFactory> all = new ArrayList<>();
        for (ProfileConfig profile : configuration.profiles()) {
            all.add(new ConfiguredProfile(configuration, profile, registry));
        }
        return all;
    }

    /**
     * What such a scheduler accepts and does not simulate, in sentences.
     *
     * @param registry makes plug-ins, by name
     */
    public static List<String> notSimulated(
            SchedulerConfiguration configuration, Map<String, PluginFactory> registry, KubernetesVersion version) {
        return NotSimulated.of(configuration, registry.keySet(), version);
    }

    @Override
    public String schedulerName() {
        return profile.schedulerName();
    }

    @Override
    public Profile create(Handle handle) {
        Map<String, Plugin> made = new LinkedHashMap<>();
        for (String name : profile.plugins().names()) {
            Plugin plugin = make(name, handle);
            if (plugin != null) {
                made.put(name, plugin);
            }
        }
        Points points = new Points(profile.plugins(), made);
        return new Profile(
                profile.schedulerName(),
                points.all(ExtensionPoint.QUEUE_SORT, QueueSortPlugin.class).get(0),
                points.all(ExtensionPoint.PRE_ENQUEUE, PreEnqueuePlugin.class),
                points.all(ExtensionPoint.PRE_FILTER, PreFilterPlugin.class),
                points.all(ExtensionPoint.FILTER, FilterPlugin.class),
                points.all(ExtensionPoint.POST_FILTER, PostFilterPlugin.class),
                points.all(ExtensionPoint.PRE_SCORE, PreScorePlugin.class),
                points.scores(),
                points.all(ExtensionPoint.RESERVE, ReservePlugin.class),
                points.all(ExtensionPoint.PERMIT, PermitPlugin.class),
                points.all(ExtensionPoint.PRE_BIND, PreBindPlugin.class),
                points.all(ExtensionPoint.BIND, BindPlugin.class),
                points.all(ExtensionPoint.POST_BIND, PostBindPlugin.class),
                extenders(handle),
                new Profile.Search(percentageOfNodesToScore(), configuration.checksAllFilters()));
    }

    private int percentageOfNodesToScore() {
        Integer own = profile.percentageOfNodesToScore();
        return own == null ? configuration.percentageOfNodesToScore() : own;
    }

    private @Nullable Plugin make(String name, Handle handle) {
        PluginFactory factory = registry.get(profile.kindOf(name));
        if (factory == null) {
            return null;
        }
        try {
            Plugin plugin = factory.create(arguments(name), handle);
            return profile.kinds().containsKey(name) && plugin instanceof ScorePlugin score
                    ? new CustomPriority(name, score)
                    : plugin;
        } catch (IllegalArgumentException mistake) {
            throw new ConfigurationException(
                    "profiles",
                    "creating profile for scheduler name " + profile.schedulerName() + ": initializing plugin \"" + name
                            + "\": " + mistake.getMessage());
        }
    }

    /** What an extender looks at in the place of the scheduler, the scheduler does not look at. */
    private Map<String, Object> arguments(String plugin) {
        Map<String, Object> given = profile.argumentsOf(plugin);
        List<Object> ignored = new ArrayList<>();
        for (ExtenderConfig extender : configuration.extenders()) {
            extender.managedResources().stream()
                    .filter(ExtenderConfig.ManagedResource::ignoredByScheduler)
                    .forEach(resource -> ignored.add(resource.name()));
        }
        if (!plugin.equals(FIT) || ignored.isEmpty()) {
            return given;
        }
        if (given.get(IGNORED) instanceof List<?> more) {
            ignored.addAll(more);
        }
        Map<String, Object> extended = new LinkedHashMap<>(given);
        extended.put(IGNORED, ignored);
        return extended;
    }

    private List<Extender> extenders(Handle handle) {
        List<Extender> extenders = new ArrayList<>();
        long worthOfOne =
                handle.version().has(Feature.SCORES_TO_HUNDRED) ? ScorePlugin.MAX_NODE_SCORE / EXTENDER_MAX : 1;
        for (ExtenderConfig extender : configuration.extenders()) {
            extenders.add(new HttpExtender(extender, handle.endpoint(), worthOfOne));
        }
        return extenders;
    }

    /**
     * The plug-ins that were made, at the extension points that they have. Some of Kubernetes' own have more
     * points there, where they only prepare what is computed at once here.
     */
    private record Points(PluginSets sets, Map<String, Plugin> made) {

        <T extends Plugin> List<T> all(ExtensionPoint point, Class<T> type) {
            List<T> plugins = new ArrayList<>();
            for (EnabledPlugin enabled : sets.at(point, (name, other) -> type.isInstance(made.get(name)))) {
                Plugin plugin = made.get(enabled.name());
                if (type.isInstance(plugin)) {
                    plugins.add(type.cast(plugin));
                } else if (!SchedulerConfiguration.isBuiltIn(enabled.name(), point)) {
                    throw new ConfigurationException(
                            "profiles",
                            "plugin \"" + enabled.name() + "\" does not extend " + point.interfaceName() + " plugin");
                }
            }
            return plugins;
        }

        List<Profile.WeightedScore> scores() {
            List<Profile.WeightedScore> scores = new ArrayList<>();
            for (ScorePlugin plugin : all(ExtensionPoint.SCORE, ScorePlugin.class)) {
                scores.add(new Profile.WeightedScore(plugin, sets.weight(plugin.name())));
            }
            return scores;
        }
    }
}
