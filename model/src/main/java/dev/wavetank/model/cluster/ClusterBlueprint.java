package dev.wavetank.model.cluster;

import dev.wavetank.model.apiserver.ApiServerConfig;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scheduler.ConfiguredProfile;
import dev.wavetank.model.scheduler.PluginRegistry;
import dev.wavetank.model.scheduler.SchedulerSettings;
import dev.wavetank.model.scheduler.config.SchedulerConfiguration;
import dev.wavetank.model.scheduler.framework.PluginFactory;
import dev.wavetank.model.scheduler.framework.ProfileFactory;
import dev.wavetank.sim.random.Choice;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the runs of a scenario have in common, whatever their seeds and faults: flags that are read and checked, users,
 * and the configuration of each component. Immutable, so that runs on several threads share one.
 */
public final class ClusterBlueprint {

    private final ClusterSpec spec;
    private final Map<String, String> files;
    private final ClusterParts parts;
    private final ClusterFlags flags;
    private final Users users;
    private final ApiServerConfig apiServer;
    private final Map<String, Controller.Factory> controllers;
    private final Map<String, SchedulerBlueprint> schedulers;

    /**
     * What one scheduler is made of.
     *
     * @param settings its flags
     * @param profiles make its plug-ins
     */
    record SchedulerBlueprint(SchedulerSettings settings, List<ProfileFactory> profiles) {

        /** Keeps a copy. */
        SchedulerBlueprint {
            profiles = List.copyOf(profiles);
        }
    }

    private ClusterBlueprint(Scenario scenario, ClusterParts parts) {
        this.spec = scenario.cluster();
        this.files = scenario.files();
        this.parts = parts;
        Operators.check(spec, parts);
        this.flags = ClusterFlags.of(spec, files, parts.schedulerPlugins().keySet());
        this.users = Users.of(flags.hasRbac(), flags.ownAccounts(), spec);
        this.apiServer = ApiServerConfig.DEFAULT
                .withEtcd(ComponentNames.etcdMembers(spec))
                .withAuthentication(users.authentication(flags.authentication(), flags.hasAccountTokens()))
                .withAuthorization(flags.authorization())
                .withAdmission(flags.admission().withOwn(parts.admissionPlugins()))
                .withFlow(flags.flow())
                .withWatchCacheLag(flags.watchCacheLag())
                .withEventTtl(flags.eventTtl())
                .withTracksComponents(flags.tracksComponents())
                .withAggregated(AddOns.aggregated(spec.addOns()));
        this.controllers = Collections.unmodifiableMap(flags.enabledAmong(parts.controllers()));
        this.schedulers = readSchedulers();
    }

    /**
     * The blueprint of a scenario's cluster.
     *
     * @throws IllegalArgumentException when a setting of the cluster is impossible
     */
    public static ClusterBlueprint of(Scenario scenario, ClusterParts parts) {
        return new ClusterBlueprint(scenario, parts);
    }

    private ClusterBlueprint(ClusterBlueprint same, ClusterParts parts) {
        this.spec = same.spec;
        this.files = same.files;
        this.parts = parts;
        this.flags = same.flags;
        this.users = same.users;
        this.apiServer = same.apiServer;
        this.controllers = same.controllers;
        this.schedulers = same.schedulers;
    }

    /** The same cluster under another order of simultaneous events, or other decisions about it. */
    public ClusterBlueprint withOrder(String order, List<Choice> decisions) {
        return new ClusterBlueprint(this, parts.withOrder(order).withDecisions(decisions));
    }

    private Map<String, SchedulerBlueprint> readSchedulers() {
        Map<String, PluginFactory> registry = PluginRegistry.with(parts.schedulerPlugins());
        Map<String, SchedulerBlueprint> made = new LinkedHashMap<>();
        for (String name : ComponentNames.schedulers(spec)) {
            SchedulerConfiguration configuration = flags.schedulers().of(made.size());
            SchedulerSettings settings = flags.schedulingBy(configuration)
                    .withNotSimulated(ConfiguredProfile.notSimulated(configuration, registry, flags.version()));
            made.put(name, new SchedulerBlueprint(settings, ConfiguredProfile.all(configuration, registry)));
        }
        return Collections.unmodifiableMap(made);
    }

    /**
     * Checks that this is the cluster of a scenario.
     *
     * @throws IllegalArgumentException when the scenario has another cluster or other files
     */
    void require(Scenario scenario) {
        if (!scenario.cluster().equals(spec) || !scenario.files().equals(files)) {
            throw new IllegalArgumentException(
                    "the blueprint is not that of the cluster of the scenario '" + scenario.name() + "'");
        }
    }

    /** The replaceable parts. */
    public ClusterParts parts() {
        return parts;
    }

    ClusterFlags flags() {
        return flags;
    }

    Users users() {
        return users;
    }

    /** What every API server is configured with. */
    ApiServerConfig apiServer() {
        return apiServer;
    }

    /** The controllers that run, in the order in which they start. */
    Map<String, Controller.Factory> controllers() {
        return controllers;
    }

    /** The schedulers by the names of their components, in the order in which they start. */
    Map<String, SchedulerBlueprint> schedulers() {
        return schedulers;
    }
}
