package dev.wavetank.model.cluster;

import dev.wavetank.model.apiserver.AdmissionConfig;
import dev.wavetank.model.apiserver.ApiServerConfig;
import dev.wavetank.model.apiserver.AuthenticationConfig;
import dev.wavetank.model.apiserver.AuthorizationConfig;
import dev.wavetank.model.apiserver.chain.FlowControl;
import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerFlag;
import dev.wavetank.model.controller.ControllerFlags;
import dev.wavetank.model.controller.ControllerManager;
import dev.wavetank.model.controller.EnabledControllers;
import dev.wavetank.model.controller.nodeipam.NodeIpamController;
import dev.wavetank.model.kubelet.Kubelet;
import dev.wavetank.model.kubelet.cri.ContainerRuntimes;
import dev.wavetank.model.kubelet.cri.NodeTroubles.Trouble;
import dev.wavetank.model.kubelet.node.HeartbeatSettings;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.scenario.NodePool;
import dev.wavetank.model.scheduler.SchedulerSettings;
import dev.wavetank.model.scheduler.config.SchedulerConfiguration;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.volume.VolumeStorage;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.text.Suggestion;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/**
 * The flags of all components: the defaults of a profile, with a scenario's own settings on top.
 *
 * <p>Every setting has the name {@code component.flag}, with Kubernetes' own flag names.
 *
 * @param version the version of Kubernetes of all components
 * @param admission {@code --enable-admission-plugins} and {@code --disable-admission-plugins}, names separated by
 *     commas, on top of the defaults of the version, see {@link AdmissionConfig#of}
 * @param authorization {@code --authorization-mode}; with {@code RBAC} every component has only its own rights. The
 *     default is {@code AlwaysAllow}: reading all roles at the start costs a run of three pods a third of its time.
 *     {@code --authorization-policy-file} names a file of the scenario, for {@code ABAC}
 * @param authentication who the users are, besides the components of the cluster
 * @param flow concurrency and speed of the API server
 * @param watchCacheLag delay between the arrival of a change at an API server and its watch cache, in addition to the
 *     network's latency; empty without a delay
 * @param eventTtl {@code --event-ttl}, in nanoseconds
 * @param tracksComponents whether the fields that components write are owned by them, as in a real cluster; by default
 *     only those of requests over the wire are, because it makes a run several times slower
 * @param networkLatency of one message over one link
 * @param etcdCommit from the request to the commit, mostly the disk's flush
 * @param etcdQuota bytes that the store may take ({@code --quota-backend-bytes}); 0: bytes are not counted
 * @param controllerManager {@code --kube-api-qps} and {@code --kube-api-burst} of each controller's client
 * @param controllers the other flags of the controller manager
 * @param enabled {@code --controllers}
 * @param ownAccounts {@code --use-service-account-credentials}: whether each controller is a service account; by
 *     default with RBAC, without which a controller has the rights of the controller manager anyway
 * @param hasAccountTokens whether the API server makes tokens of service accounts
 * @param elections leader election of controller managers and schedulers
 * @param scheduler the same for the scheduler
 * @param scheduling settings of the scheduler's placement
 * @param schedulers what schedulers are configured with
 * @param node flags and latencies of nodes
 * @param pools the same of the nodes of pools that have settings of their own, by the name of the pool
 * @param storage how long volumes take to be attached
 * @param traffic settings of traffic between pods
 * @param kubeconfig files in {@code $KUBECONFIG} of the users' terminal, separated by colons; may be empty
 */
record ClusterFlags(
        KubernetesVersion version,
        AdmissionConfig admission,
        AuthorizationConfig authorization,
        AuthenticationConfig authentication,
        FlowControl flow,
        Optional<Distribution> watchCacheLag,
        long eventTtl,
        boolean tracksComponents,
        Distribution networkLatency,
        Distribution etcdCommit,
        long etcdQuota,
        RateLimit controllerManager,
        ControllerFlags controllers,
        EnabledControllers enabled,
        boolean ownAccounts,
        boolean hasAccountTokens,
        ElectionFlags elections,
        RateLimit scheduler,
        SchedulerSettings scheduling,
        SchedulerFlags schedulers,
        NodeSettings node,
        Map<String, NodeSettings> pools,
        VolumeStorage storage,
        TrafficFlags traffic,
        String kubeconfig) {

    private static final String WATCH_CACHE_LAG = "kube-apiserver.watch-cache-lag";

    private static final String CONTROLLER_MANAGER = "kube-controller-manager.";
    private static final String CONTROLLERS = CONTROLLER_MANAGER + "controllers";
    private static final String ACCOUNTS = CONTROLLER_MANAGER + "use-service-account-credentials";

    private static final String STATUS_UPDATE = "kubelet.node-status-update-frequency";
    private static final String LEASE_DURATION = "kubelet.node-lease-duration";

    /** Settings that are read elsewhere: the number of instances of a component. */
    private static final List<String> COUNTS = List.of(
            ComponentNames.ETCD_MEMBERS,
            ComponentNames.API_SERVER_COUNT,
            ComponentNames.CONTROLLER_MANAGER_COUNT,
            ComponentNames.SCHEDULER_COUNT);

    /**
     * The flags of a cluster.
     *
     * @param files text of the files that settings name, by name
     * @param schedulerPlugins names of the user's plug-ins for schedulers
     * @throws IllegalArgumentException when a setting has an unknown name or an impossible value
     */
    static ClusterFlags of(ClusterSpec spec, Map<String, String> files, Set<String> schedulerPlugins) {
        Settings settings = new Settings(spec.settings());
        ClusterFlags flags = read(settings, spec, files, schedulerPlugins);
        settings.unread().ifPresent(name -> {
            throw new IllegalArgumentException(unknown(name, settings.defaults().keySet()));
        });
        IneffectiveSettings.refuse(
                spec, spec.settings().isEmpty() ? Collections.emptySortedMap() : settings.defaults());
        return flags;
    }

    /** The names of all settings, with the defaults that hold in a cluster of this size and version. */
    static SortedMap<String, String> defaults(ClusterSpec spec) {
        Settings none = new Settings(Collections.emptySortedMap());
        read(none, spec, Collections.emptySortedMap(), Collections.emptySet());
        return none.defaults();
    }

    private static ClusterFlags read(
            Settings left, ClusterSpec spec, Map<String, String> files, Set<String> schedulerPlugins) {
        COUNTS.forEach(name -> left.text(name, "1"));
        KubernetesVersion version = spec.profile();
        AddOns.check(spec.addOns(), version);
        ScenarioFiles named = new ScenarioFiles(files);
        AuthorizationConfig authorization = AuthorizationFlags.of(left, named, spec);
        AuthenticationConfig authentication = AuthenticationFlags.of(left, named, version);
        boolean ownAccounts = left.bool(ACCOUNTS, hasRbac(authorization));
        return new ClusterFlags(
                version,
                AdmissionFlags.of(left, named, version),
                authorization,
                authentication,
                FlowFlags.of(left, spec.nodeCount()),
                left.latency(WATCH_CACHE_LAG),
                left.span("kube-apiserver.event-ttl", ApiServerConfig.DEFAULT.eventTtl(), VirtualTime.SECOND),
                left.bool("kube-apiserver.component-managed-fields", false),
                left.latency("network.latency", new Distribution.LogNormal(300_000, 2 * VirtualTime.MILLISECOND)),
                left.latency("etcd.commit-latency", new Distribution.LogNormal(1_200_000, 8 * VirtualTime.MILLISECOND)),
                left.bytes("etcd.quota-backend-bytes"),
                left.limit("kube-controller-manager", new RateLimit(20, 30)),
                controllers(left, version),
                EnabledControllers.of(left.text(CONTROLLERS, "*")),
                ownAccounts,
                ownAccounts
                        || version.has(Feature.TOKEN_REQUESTS_BY_DEFAULT)
                        || AuthenticationFlags.hasServiceAccounts(authentication),
                ElectionFlags.of(left),
                left.limit("kube-scheduler", new RateLimit(50, 100)),
                SchedulerSettings.of(version),
                SchedulerFlags.of(left, named, version, schedulerPlugins),
                NodeFlags.of(left, version),
                NodeFlags.ofPools(spec),
                new VolumeStorage(
                        left.latency("storage.attach-time", VolumeStorage.TIME),
                        left.latency("storage.detach-time", VolumeStorage.TIME),
                        node -> false),
                TrafficFlags.of(left),
                kubeconfig(left, named));
    }

    /** Names those of the same component, because all of them would fill a screen. */
    private static String unknown(String name, Collection<String> known) {
        String component = name.substring(0, name.indexOf('.') + 1);
        List<String> flags = known.stream()
                .filter(other -> !component.isEmpty() && other.startsWith(component))
                .map(other -> other.substring(component.length()))
                .toList();
        Optional<String> meant = flags.isEmpty()
                ? Suggestion.of(name, known)
                : Suggestion.of(name.substring(component.length()), flags).map(component::concat);
        String advice = flags.isEmpty()
                ? "a setting has the form component.flag, such as kubelet.kube-api-qps"
                : "the settings of " + component.replace(".", "") + " are " + String.join(", ", flags);
        return "there is no setting '" + name + "': "
                + meant.map(near -> "did you mean '" + near + "'?").orElse(advice)
                + " (wavetank settings lists all of them)";
    }

    /**
     * The controllers that run.
     *
     * @throws IllegalArgumentException when the flag names an unknown controller
     */
    Map<String, Controller.Factory> enabledAmong(Map<String, Controller.Factory> known) {
        try {
            return enabled.among(known);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(CONTROLLERS + ": " + wrong.getMessage(), wrong);
        }
    }

    /** The settings of a scheduler with that configuration. */
    SchedulerSettings schedulingBy(SchedulerConfiguration configuration) {
        RateLimit limit = configuration.clientLimit();
        SchedulerSettings settings = scheduling
                .withClientLimit(limit == null ? scheduler : limit)
                .withElection(elections.scheduler())
                .withLock(configuration.lock());
        return configuration.backoff() == null ? settings : settings.withBackoff(configuration.backoff());
    }

    /** Whether the API server uses RBAC, which needs the default roles. */
    boolean hasRbac() {
        return hasRbac(authorization);
    }

    private static boolean hasRbac(AuthorizationConfig authorization) {
        return authorization.modes().contains("RBAC");
    }

    private static String kubeconfig(Settings settings, ScenarioFiles files) {
        String names = settings.text(ClusterSpec.KUBECONFIG, "");
        for (String name : names.split(":")) {
            files.text(ClusterSpec.KUBECONFIG, name);
        }
        return names;
    }

    /** What settings say of a node. */
    NodeSettings of(Optional<NodePool> pool) {
        return pool.map(known -> pools.get(known.name())).orElse(node);
    }

    /** What a controller manager does before its controllers work. */
    ControllerManager.Beginning beginning() {
        return new ControllerManager.Beginning(ownAccounts, enabled.hasStar());
    }

    /** The storage behind attachable volumes. */
    VolumeStorage storage(ContainerRuntimes runtimes) {
        return new VolumeStorage(
                storage.attachTime(),
                storage.detachTime(),
                name -> runtimes.troublesOf(name).hits(Trouble.NO_ATTACHMENTS));
    }

    /** The addresses of all pods. */
    String podRange() {
        return controllers.range(ControllerFlag.CLUSTER_CIDR).toString();
    }

    /** Whether a controller gives nodes the addresses of their pods. */
    boolean allocatesRanges() {
        return controllers.truth(ControllerFlag.ALLOCATE_NODE_CIDRS);
    }

    private static ControllerFlags controllers(Settings settings, KubernetesVersion version) {
        Map<ControllerFlag, String> values = new EnumMap<>(ControllerFlag.class);
        ControllerFlags standard = ControllerFlags.of(version);
        for (ControllerFlag flag : ControllerFlag.values()) {
            String value = settings.text(CONTROLLER_MANAGER + flag.label(), standard.text(flag));
            if (!value.equals(flag.standard())) {
                values.put(flag, value);
            }
        }
        try {
            ControllerFlags flags = new ControllerFlags(values);
            NodeIpamController.check(
                    flags.range(ControllerFlag.CLUSTER_CIDR), flags.number(ControllerFlag.NODE_CIDR_MASK_SIZE));
            return flags;
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(CONTROLLER_MANAGER + wrong.getMessage(), wrong);
        }
    }

    static Kubelet.Settings kubelet(Settings settings, KubernetesVersion version, boolean isHollow) {
        Kubelet.Settings defaults = Kubelet.Settings.of(version);
        RateLimit limit = settings.limit("kubelet", defaults.limit());
        HeartbeatSettings standard = defaults.heartbeats();
        long update = settings.span(STATUS_UPDATE, standard.statusUpdate(), VirtualTime.MILLISECOND);
        long lease = settings.span(LEASE_DURATION, standard.leaseDuration(), 0);
        if (lease > 0 && lease < VirtualTime.MILLISECOND) {
            throw new IllegalArgumentException(
                    LEASE_DURATION + " must be at least 1ms, or 0s for no leases, was " + VirtualTime.span(lease));
        }
        return defaults.with()
                .limit(limit)
                .eventLimit(limit)
                .heartbeats(new HeartbeatSettings(update, standard.statusReport(), lease, standard.jitter()))
                .isHollow(isHollow)
                .storage(NodeFlags.storage(settings))
                .changes(NodeFlags.changes(settings, defaults.changes()))
                .registry(ImageFlags.registry(settings))
                .pulls(ImageFlags.pulls(settings, version))
                .eviction(EvictionFlags.of(settings))
                .collection(CollectionFlags.of(settings, version))
                .cpuPolicy(CpuFlags.of(settings, version))
                .shutdown(NodeFlags.shutdown(settings))
                .sources(NodeFlags.sources(settings))
                .syncFrequency(
                        settings.span("kubelet.sync-frequency", defaults.syncFrequency(), VirtualTime.MILLISECOND))
                .build();
    }
}
