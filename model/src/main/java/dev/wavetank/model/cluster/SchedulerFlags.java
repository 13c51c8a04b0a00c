package dev.wavetank.model.cluster;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scheduler.config.AlgorithmProvider;
import dev.wavetank.model.scheduler.config.SchedulerConfiguration;
import dev.wavetank.model.scheduler.config.file.ConfigurationReader;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What schedulers are configured with ({@code --config}, {@code --policy-config-file}, {@code --algorithm-provider}).
 *
 * @param configurations of the schedulers; those that are more have the last one
 */
record SchedulerFlags(List<SchedulerConfiguration> configurations) {

    private static final String PROVIDER = "kube-scheduler.algorithm-provider";

    /**
     * Takes the settings.
     *
     * @param ownPlugins names of plug-ins that are not those of Kubernetes
     * @throws IllegalArgumentException when kube-scheduler would not start, with what it prints
     */
    static SchedulerFlags of(
            Settings settings, ScenarioFiles files, KubernetesVersion version, Set<String> ownPlugins) {
        String names = settings.text(ClusterSpec.SCHEDULER_CONFIG, "");
        String policyName = settings.text(ClusterSpec.SCHEDULER_POLICY, "");
        String provider =
                settings.text(PROVIDER, version.has(Feature.ALGORITHM_PROVIDER) ? AlgorithmProvider.DEFAULT : "");
        String policy = files.text(ClusterSpec.SCHEDULER_POLICY, policyName);
        String used = provider.isEmpty() ? AlgorithmProvider.DEFAULT : provider;
        List<SchedulerConfiguration> configurations = new ArrayList<>();
        for (String name : names.split(",")) {
            String config = files.text(ClusterSpec.SCHEDULER_CONFIG, name.strip());
            ConfigurationReader.Flags flags = new ConfigurationReader.Flags(config, policy, used);
            String source = source(name.strip(), config, policyName, policy);
            configurations.add(read(source, flags, version, ownPlugins).withOwnPlugins(ownPlugins));
        }
        return new SchedulerFlags(configurations);
    }

    /** What a mistake is in. */
    private static String source(String name, @Nullable String config, String policyName, @Nullable String policy) {
        if (policy != null) {
            return ClusterSpec.SCHEDULER_POLICY + ": file " + policyName;
        }
        return config == null ? PROVIDER : ClusterSpec.SCHEDULER_CONFIG + ": file " + name;
    }

    private static SchedulerConfiguration read(
            String source, ConfigurationReader.Flags flags, KubernetesVersion version, Set<String> ownPlugins) {
        try {
            return ConfigurationReader.read(flags, version, ownPlugins);
        } catch (IllegalArgumentException mistake) {
            throw new IllegalArgumentException(source + ": " + mistake.getMessage(), mistake);
        }
    }

    /** The configuration of one scheduler; {@code number} counts from 0. */
    SchedulerConfiguration of(int number) {
        return configurations.get(Math.min(number, configurations.size() - 1));
    }
}
