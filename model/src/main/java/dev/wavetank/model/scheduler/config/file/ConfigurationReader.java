package dev.wavetank.model.scheduler.config.file;

import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.scheduler.config.AlgorithmProvider;
import dev.wavetank.model.scheduler.config.ConfigurationException;
import dev.wavetank.model.scheduler.config.ExtenderConfig;
import dev.wavetank.model.scheduler.config.ExtensionPoint;
import dev.wavetank.model.scheduler.config.PluginSet;
import dev.wavetank.model.scheduler.config.PluginSets;
import dev.wavetank.model.scheduler.config.PluginTable;
import dev.wavetank.model.scheduler.config.ProfileConfig;
import dev.wavetank.model.scheduler.config.SchedulerConfiguration;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads what a scheduler is configured with from the files and flags that it is given. */
public final class ConfigurationReader {

    private static final String CREATING_FROM_POLICY = "couldn't create scheduler from policy: initializing profiles: ";

    private final KubernetesVersion version;
    private final Set<String> ownPlugins;
    private final PluginTable table = PluginTable.get();

    /**
     * What a scheduler is given.
     *
     * @param config text of the file of {@code --config}; null for none
     * @param policy text of the file of {@code --policy-config-file}; null for none
     * @param provider {@code --algorithm-provider}
     */
    public record Flags(@Nullable String config, @Nullable String policy, String provider) {

        /** Nothing. */
        public static final Flags NONE = new Flags(null, null, AlgorithmProvider.DEFAULT);
    }

    private ConfigurationReader(KubernetesVersion version, Set<String> ownPlugins) {
        this.version = version;
        this.ownPlugins = ownPlugins;
    }

    /**
     * Reads the files.
     *
     * @param ownPlugins names of plug-ins that are not those of Kubernetes; which points they extend is not known here
     * @throws ConfigurationException when kube-scheduler would not start
     */
    public static SchedulerConfiguration read(Flags flags, KubernetesVersion version, Set<String> ownPlugins) {
        return new ConfigurationReader(version, ownPlugins).read(flags);
    }

    private SchedulerConfiguration read(Flags flags) {
        Draft draft = draft(flags);
        SchedulerConfiguration configuration = read(flags, draft);
        election(draft).elector();
        return configuration;
    }

    private Draft draft(Flags flags) {
        if (!flags.provider().equals(AlgorithmProvider.DEFAULT) && !version.has(Feature.ALGORITHM_PROVIDER)) {
            throw noFlag("--algorithm-provider");
        }
        if (flags.policy() != null && !version.has(Feature.SCHEDULER_POLICY)) {
            throw noFlag("--policy-config-file");
        }
        return flags.config() == null ? Draft.EMPTY : draft(ConfigDocument.read(flags.config()));
    }

    private SchedulerConfiguration read(Flags flags, Draft draft) {
        if (flags.policy() != null) {
            return ofPolicy(draft, flags.policy());
        }
        PluginSets standard = flags.provider().equals(AlgorithmProvider.DEFAULT)
                ? draft.defaults(version)
                : AlgorithmProvider.plugins(version, flags.provider());
        String creating = version.has(Feature.ALGORITHM_PROVIDER)
                ? "couldn't create scheduler using provider \"" + flags.provider() + "\": initializing profiles: "
                : "initializing profiles: ";
        return configuration(draft, profiles(draft, standard, creating));
    }

    private ConfigurationException noFlag(String flag) {
        return new ConfigurationException(
                "",
                "unknown flag: " + flag,
                "Kubernetes " + version + " has no flag " + flag + ": write plug-ins into a KubeSchedulerConfiguration"
                        + " (kube-scheduler.config)");
    }

    private Draft draft(ConfigDocument file) {
        ConfigApi api = ConfigApi.of(file, version);
        Draft draft = Draft.read(file, api, version);
        new DraftCheck(draft, version).check();
        election(draft).lock();
        return draft;
    }

    private ElectionCheck election(Draft draft) {
        return new ElectionCheck(Tree.map(draft.tree(), "leaderElection"), version);
    }

    private SchedulerConfiguration ofPolicy(Draft draft, String policy) {
        PolicyReader reader = PolicyReader.read(policy, version);
        List<ProfileConfig> profiles = new ArrayList<>();
        for (Draft.Profile profile : draft.profiles()) {
            if (profile.plugins() != null) {
                throw new ConfigurationException(
                        "profiles[" + profiles.size() + "].plugins",
                        "couldn't create scheduler from policy: using Plugins and Policy simultaneously is not"
                                + " supported");
            }
            if (version.has(Feature.POLICY_NAMES_QUOTED)) {
                checkArguments(draft, withArguments(profile, reader), reader.plugins(), CREATING_FROM_POLICY);
            }
            profiles.add(new ProfileConfig(profile.name(), reader.plugins(), reader.arguments(), reader.kinds(), null));
        }
        return configuration(draft, profiles)
                .withExtenders(ordered(reader.extenders().isEmpty() ? draft.extenders() : reader.extenders()))
                .withUnusedFields(unused(draft, reader))
                .withChecksAllFilters(reader.checksAllFilters() || !version.has(Feature.ORDERED_PREDICATES));
    }

    private static Draft.Profile withArguments(Draft.Profile profile, PolicyReader reader) {
        List<Draft.Arguments> arguments = new ArrayList<>();
        reader.arguments().forEach((plugin, tree) -> arguments.add(new Draft.Arguments("priorities", plugin, tree)));
        return new Draft.Profile(profile.path(), profile.name(), null, arguments, null);
    }

    private List<String> unused(Draft draft, PolicyReader reader) {
        List<String> unused = new ArrayList<>(UnusedFields.of(draft, version));
        unused.addAll(reader.unusedFields());
        return unused;
    }

    private SchedulerConfiguration configuration(Draft draft, List<ProfileConfig> profiles) {
        Map<String, Object> connection = Tree.map(draft.tree(), "clientConnection");
        RateLimit limit = connection.containsKey("qps") || connection.containsKey("burst")
                ? new RateLimit(connection.get("qps") instanceof Number qps ? qps.doubleValue() : RATE.qps(), (int)
                        Tree.number(connection, "burst", RATE.burst()))
                : null;
        return SchedulerConfiguration.of(version)
                .withProfiles(profiles)
                .withPercentageOfNodesToScore((int) Tree.number(draft.tree(), "percentageOfNodesToScore", 0))
                .withBackoff(
                        draft.api() == null
                                ? null
                                : SchedulerConfiguration.seconds(draft.backoff(), draft.backoffMax()))
                .withParallelism((int) draft.parallelism())
                .withExtenders(ordered(draft.extenders()))
                .withClientLimit(limit)
                .withUnusedFields(UnusedFields.of(draft, version))
                .withLock(lock(Tree.map(draft.tree(), "leaderElection")));
    }

    /** In the order in which they are asked ({@code buildExtenders}). */
    private List<ExtenderConfig> ordered(List<ExtenderConfig> extenders) {
        if (!version.has(Feature.IGNORABLE_EXTENDERS_LAST)) {
            return extenders;
        }
        return extenders.stream()
                .sorted(Comparator.comparing(ExtenderConfig::ignorable))
                .toList();
    }

    private static String lock(Map<String, Object> election) {
        String old = Tree.text(election, "lockObjectName");
        String name = Tree.text(election, "resourceName");
        String given = name.isEmpty() ? old : name;
        return given.isEmpty() ? "kube-scheduler" : given;
    }

    private static final RateLimit RATE = new RateLimit(50, 100);

    private List<ProfileConfig> profiles(Draft draft, PluginSets standard, String creating) {
        List<ProfileConfig> profiles = new ArrayList<>();
        for (int i = 0; i < draft.profiles().size(); i++) {
            Draft.Profile profile = draft.profiles().get(i);
            PluginSets own = profile.plugins() == null ? NO_PLUGINS : profile.plugins();
            PluginSets merged = standard.mergedWith(own, draft.isOverriding());
            checkArguments(draft, profile, merged, creating);
            ProfileConfig made =
                    new ProfileConfig(profile.name(), merged, arguments(profile), profile.percentageOfNodesToScore());
            new ProfileCheck(this::knows, this::isAt).check(made, profile.path(), creating);
            profiles.add(made);
        }
        return profiles;
    }

    private static final PluginSets NO_PLUGINS = new PluginSets(Collections.emptyMap(), PluginSet.NONE);

    private boolean knows(String plugin) {
        return ownPlugins.contains(plugin) || table.has(plugin, version);
    }

    /**
     * Whether an own plug-in extends a point is found when it is made; one that takes the place of one of Kubernetes'
     * own is where that was.
     */
    private boolean isAt(String plugin, ExtensionPoint point) {
        return table.knows(plugin) ? table.isAt(plugin, point) : ownPlugins.contains(plugin);
    }

    /** What the constructors of the plug-ins find, which before v1.22 were the ones to look at arguments. */
    private void checkArguments(Draft draft, Draft.Profile profile, PluginSets plugins, String creating) {
        String start = creating + "creating profile for scheduler name " + profile.name() + ": ";
        List<String> needed = plugins.names();
        List<String> seen = new ArrayList<>();
        for (Draft.Arguments arguments : profile.arguments()) {
            if (seen.contains(arguments.plugin())) {
                throw new ConfigurationException(
                        arguments.path(), start + "repeated config for plugin " + arguments.plugin());
            }
            seen.add(arguments.plugin());
        }
        boolean isChecked = version.has(Feature.SCHEDULER_ARGUMENTS_AS_FIELDS);
        for (Draft.Arguments arguments : profile.arguments()) {
            if (needed.contains(arguments.plugin())
                    && (!isChecked || arguments.plugin().equals(ArgumentsCheck.FIT))) {
                FieldErrors errors = new FieldErrors();
                ArgumentsCheck.check(arguments, draft.api(), version, errors);
                errors.report(start + "initializing plugin \"" + arguments.plugin() + "\": ", arguments.path());
            }
        }
    }

    private static Map<String, Map<String, Object>> arguments(Draft.Profile profile) {
        Map<String, Map<String, Object>> arguments = new TreeMap<>();
        profile.arguments().forEach(one -> arguments.put(one.plugin(), one.tree()));
        return arguments;
    }
}
