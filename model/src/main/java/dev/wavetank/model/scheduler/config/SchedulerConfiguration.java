package dev.wavetank.model.scheduler.config;

import dev.wavetank.model.client.flowcontrol.Backoff;
import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one scheduler is configured with ({@code KubeSchedulerConfiguration}), whether it comes from a file of that
 * kind, from a policy file, or from what a version has by default.
 *
 * @param profiles at least one, each with a scheduler name of its own
 * @param percentageOfNodesToScore after how many feasible nodes the search for more stops, in percent of all
 *     nodes; 0: the scheduler computes it from their number
 * @param backoff wait of a pod between two attempts; null when no file says
 * @param parallelism how many nodes are filtered at once
 * @param extenders services that take part in decisions, in the order in which they are called
 * @param checksAllFilters whether all filters look at a node, also after one has refused it
 * @param clientLimit of the scheduler's client; null when the file does not say
 * @param lock the name by which schedulers that stand in for each other elect one ({@code leaderElection.resourceName})
 * @param unusedFields fields of its file that change nothing here
 */
@RecordBuilder
public record SchedulerConfiguration(
        List<ProfileConfig> profiles,
        int percentageOfNodesToScore,
        @Nullable Backoff backoff,
        int parallelism,
        List<ExtenderConfig> extenders,
        boolean checksAllFilters,
        @Nullable RateLimit clientLimit,
        String lock,
        List<String> unusedFields)
        implements SchedulerConfigurationBuilder.With {

    /** The name that pods have when they name no scheduler. */
    public static final String DEFAULT_NAME = "default-scheduler";

    private static final String DEFAULT_LOCK = "kube-scheduler";

    /** How many nodes are filtered at once. */
    public static final int DEFAULT_PARALLELISM = 16;
    /** Shortest wait of a pod, in seconds. */
    public static final long DEFAULT_BACKOFF = 1;
    /** Longest wait of a pod, in seconds. */
    public static final long DEFAULT_BACKOFF_MAX = 10;

    /** Keeps copies. */
    public SchedulerConfiguration {
        profiles = List.copyOf(profiles);
        extenders = List.copyOf(extenders);
        unusedFields = List.copyOf(unusedFields);
    }

    /** What a version has without any file. */
    public static SchedulerConfiguration of(KubernetesVersion version) {
        return of(version, PluginTable.get().defaults(version));
    }

    /** One profile with these plug-ins. */
    public static SchedulerConfiguration of(KubernetesVersion version, PluginSets plugins) {
        ProfileConfig profile = new ProfileConfig(DEFAULT_NAME, plugins, Collections.emptyMap(), null);
        return new SchedulerConfiguration(
                List.of(profile),
                0,
                null,
                DEFAULT_PARALLELISM,
                List.of(),
                !version.has(Feature.ORDERED_PREDICATES),
                null,
                DEFAULT_LOCK,
                List.of());
    }

    /**
     * The same with plug-ins that are not those of Kubernetes: each is enabled at every point that it extends, in every
     * profile that says nothing else of it.
     */
    public SchedulerConfiguration withOwnPlugins(Collection<String> names) {
        List<ProfileConfig> changed = new ArrayList<>();
        profiles.forEach(
                profile -> changed.add(profile.withPlugins(profile.plugins().and(names))));
        return withProfiles(changed);
    }

    /** A back-off in seconds. */
    public static Backoff seconds(long initial, long max) {
        return new Backoff(initial * VirtualTime.SECOND, max * VirtualTime.SECOND);
    }

    /** The profile of the pods that name this scheduler. */
    public Optional<ProfileConfig> profile(String schedulerName) {
        return profiles.stream()
                .filter(profile -> profile.schedulerName().equals(schedulerName))
                .findFirst();
    }

    /** Whether Kubernetes has a plug-in of that name at that extension point. */
    public static boolean isBuiltIn(String plugin, ExtensionPoint point) {
        return PluginTable.get().isAt(plugin, point);
    }
}
