package dev.wavetank.model.controller;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.cache.InformerHolder;
import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.client.leaderelection.LeaderElection;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.volume.VolumeStorage;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The component {@code kube-controller-manager}: hosts the controllers and shares its informers among them.
 *
 * <p>With several controller managers, only the leader has informers and controllers. A leader that loses the lease
 * ends its process; restarting it is the node's task.
 *
 * <p>Every controller has clients of its own, each with its own rate limit. Its workers start when the informers that
 * it uses have synced ({@code WaitForCacheSync}), whoever asked for them first. A controller manager has no persistent
 * state: a new incarnation lists everything again.
 *
 * <p>A run begins in a cluster that has been at work: the first process to lead has its clients and their tokens from
 * the start. Every later one makes them as a new process does: see {@link Startup}.
 */
public final class ControllerManager implements Component, InformerHolder {

    /** Name of the component. */
    public static final String NAME = "kube-controller-manager";

    /** User agent of the informers. */
    private static final String INFORMERS = "shared-informers";

    /** Discovery makes many requests, seldom: {@code DiscoveryClient} in {@code client_builder.go}, v1.21. */
    private static final RateLimit DISCOVERY_LIMIT = new RateLimit(20, 200);

    /** The limit of the namespace controller is a multiple of that of the others. */
    private static final int NAMESPACE_QPS_FACTOR = 20;

    private static final int NAMESPACE_BURST_FACTOR = 100;

    private final Context context;
    private final RandomStream resyncPeriods;
    /** {@code --min-resync-period}, in nanoseconds; 0 for never. */
    private final long shortestResync;

    private final Endpoint endpoint;
    private final Config config;
    private final Map<String, Controller.Factory> controllers;
    private final Map<ResourceType, Informer<?>> informers = new LinkedHashMap<>();
    private final List<HostedController> hosted = new ArrayList<>();
    /** Whether a new informer starts at once. */
    private boolean running;

    private final Runnable exit;
    /** The manager's own client, which asks for the accounts of the controllers and their tokens. */
    private final ApiClient root;

    private final Optional<AccountTokens> accounts;
    private Optional<LeaderElection> candidate = Optional.empty();
    private ApiClient informerClient;

    /** Makes a controller manager for a new incarnation of its component. */
    @FunctionalInterface
    public interface Factory {

        /**
         * A controller manager that has not started.
         *
         * @param exit ends the process, when another controller manager may be at work
         */
        Component create(
                Context context,
                Network network,
                Config config,
                Map<String, Controller.Factory> controllers,
                Runnable exit);
    }

    /**
     * Flags of the controller manager.
     *
     * @param name user agent of its own requests, and name of its lease
     * @param servers component names of the API servers, the one to begin with first
     * @param token bearer token of all controllers that {@code tokens} does not name
     * @param tokens bearer tokens by user agent, as with {@code --use-service-account-credentials}
     * @param limit of every single client: {@code --kube-api-qps} and {@code --kube-api-burst}
     * @param flags of the controllers
     * @param version the version of Kubernetes
     * @param election the leader election of several controller managers; empty when each of them works
     * @param beginning what a process does before its controllers work
     * @param storage behind attachable volumes
     */
    public record Config(
            String name,
            List<String> servers,
            String token,
            Map<String, String> tokens,
            RateLimit limit,
            ControllerFlags flags,
            KubernetesVersion version,
            Optional<LeaderElection.Settings> election,
            Beginning beginning,
            VolumeStorage storage) {

        /**
         * 20 requests per second and bursts of 30, the defaults of {@code --kube-api-qps} and {@code
         * --kube-api-burst}.
         */
        public static final RateLimit DEFAULT_LIMIT = new RateLimit(20, 30);

        /** A controller manager whose controllers use its own credentials, and whose process does not count others. */
        public Config(
                List<String> servers,
                String token,
                Map<String, String> tokens,
                RateLimit limit,
                ControllerFlags flags,
                KubernetesVersion version,
                Optional<LeaderElection.Settings> election) {
            this(
                    NAME,
                    servers,
                    token,
                    tokens,
                    limit,
                    flags,
                    version,
                    election,
                    new Beginning(false, false),
                    VolumeStorage.DEFAULT);
        }

        /** Default flags of a single controller manager. */
        public static Config of(List<String> servers, String token) {
            return new Config(
                    servers,
                    token,
                    new LinkedHashMap<>(),
                    DEFAULT_LIMIT,
                    ControllerFlags.of(KubernetesVersion.DEFAULT),
                    KubernetesVersion.DEFAULT,
                    Optional.empty());
        }
    }

    /**
     * What a process does before its controllers work.
     *
     * @param ownAccounts whether each controller acts as a service account ({@code --use-service-account-credentials})
     * @param everyController whether controllers that are not simulated count too ({@code --controllers} has a star)
     */
    public record Beginning(boolean ownAccounts, boolean everyController) {}

    /** The names of the service accounts that its controllers have, of which some are not simulated. */
    public static List<String> accounts() {
        return Startup.accounts();
    }

    /** A controller manager that has not started, without an election. */
    public ControllerManager(
            Context context, Network network, Config config, Map<String, Controller.Factory> controllers) {
        this(context, network, config, controllers, () -> {});
    }

    /**
     * A controller manager that has not started.
     *
     * @param exit ends the process, when another controller manager may be at work
     */
    public ControllerManager(
            Context context,
            Network network,
            Config config,
            Map<String, Controller.Factory> controllers,
            Runnable exit) {
        this.context = context;
        this.resyncPeriods = context.random("resync");
        this.exit = exit;
        this.endpoint = network.connect(context);
        this.config = config;
        this.shortestResync = config.flags().duration(ControllerFlag.MIN_RESYNC_PERIOD);
        this.controllers = controllers;
        this.root = new ApiClient(context, endpoint, credentials(), config.limit());
        this.accounts = config.beginning().ownAccounts() && config.version().has(Feature.TOKEN_REQUESTS_OF_CONTROLLERS)
                ? Optional.of(new AccountTokens(context, root))
                : Optional.empty();
    }

    private ApiClient.Credentials credentials() {
        return new ApiClient.Credentials(config.servers(), config.token(), config.name());
    }

    @Override
    public void start() {
        candidate = config.election().map(this::candidate);
        candidate.ifPresentOrElse(election -> election.run(this::work, exit), this::work);
    }

    private LeaderElection candidate(LeaderElection.Settings timing) {
        return LeaderElection.of(
                context,
                endpoint,
                credentials(),
                new EventRecorder(context, root, config.name()),
                new LeaderElection.ElectionSpec(config.name(), config.version(), timing, config.limit()));
    }

    @Override
    public List<Informer<?>> informers() {
        return context.isAlive() ? new ArrayList<>(informers.values()) : List.of();
    }

    /** Builds the controllers and starts their informers; a manager that stands by has no watches. */
    private void work() {
        informerClient = new Environment(INFORMERS).client(INFORMERS);
        if (wasAtWork()) {
            accounts.ifPresent(held -> config.tokens().forEach(held::hold));
            controllers.forEach(this::create);
            hosted.forEach(HostedController::start);
            begin();
        } else {
            List<Startup.Step> steps = new ArrayList<>();
            controllers.forEach((name, factory) -> steps.add(new Startup.Step(
                    KubernetesController.of(name), () -> create(name, factory).start())));
            new Startup(context, config.version(), new DiscoveryClients(), accounts)
                    .run(steps, config.beginning().everyController())
                    .whenDone(all -> {
                        if (all) {
                            begin();
                        } else {
                            exit.run();
                        }
                    });
        }
    }

    /** Whether this is the process that led before the run began. */
    private boolean wasAtWork() {
        return context.incarnation() == 1
                && candidate.map(LeaderElection::isFirst).orElse(true);
    }

    private HostedController create(String name, Controller.Factory factory) {
        Environment environment = new Environment(name);
        hosted.add(environment.hosted);
        environment.hosted.create(() -> factory.create(environment));
        return environment.hosted;
    }

    private void begin() {
        running = true;
        Set<Informer<?>> inOrder = new LinkedHashSet<>();
        hosted.forEach(controller -> inOrder.addAll(controller.awaited()));
        inOrder.addAll(informers.values());
        inOrder.forEach(Informer::start);
        hosted.forEach(HostedController::startWorkers);
    }

    /** From one to two times {@code --min-resync-period}, so that not all informers resync at once. */
    private long resyncPeriod() {
        return shortestResync == 0 ? 0 : shortestResync + resyncPeriods.nextLong(shortestResync);
    }

    /** A client with its own rate limit, for the service account with the name of the user agent if there is one. */
    private ApiClient client(String userAgent, RateLimit limit) {
        String token = config.tokens().getOrDefault(userAgent, config.token());
        ApiClient.Credentials credentials = new ApiClient.Credentials(config.servers(), token, userAgent);
        return accounts.filter(any -> KubernetesController.isAccount(userAgent))
                .map(all -> new ApiClient(context, endpoint, credentials, limit, all.of(userAgent)))
                .orElseGet(() -> new ApiClient(context, endpoint, credentials, limit));
    }

    private ApiClient discoveryClient(String userAgent) {
        return client(userAgent, config.version().has(Feature.DISCOVERY_BURST) ? DISCOVERY_LIMIT : config.limit());
    }

    /** Clients that a process makes before its controllers start. */
    private final class DiscoveryClients implements Startup.Clients {

        @Override
        public ApiClient forContext() {
            return discoveryClient("controller-discovery");
        }

        @Override
        public ApiClient of(KubernetesController controller) {
            return controller == KubernetesController.NAMESPACE
                    ? new Environment(controller.label())
                            .client(controller.userAgent(), NAMESPACE_QPS_FACTOR, NAMESPACE_BURST_FACTOR)
                    : discoveryClient(controller.userAgent());
        }
    }

    /** The environment of one controller. */
    private final class Environment implements ControllerEnvironment {

        private final String controller;
        private final HostedController hosted = new HostedController();

        private Environment(String controller) {
            this.controller = controller;
        }

        @Override
        public Context context() {
            return context;
        }

        @Override
        public VolumeStorage storage() {
            return config.storage();
        }

        @Override
        public ApiClient client(String userAgent) {
            return client(userAgent, 1, 1);
        }

        @Override
        public ApiClient client(String userAgent, int qps, int burst) {
            RateLimit limit =
                    new RateLimit(config.limit().qps() * qps, config.limit().burst() * burst);
            return ControllerManager.this.client(userAgent, limit);
        }

        @Override
        public ApiClient discoveryClient(String userAgent) {
            return ControllerManager.this.discoveryClient(userAgent);
        }

        @Override
        public <T extends KubernetesObject> Informer<T> informer(ResourceType resource, Class<T> kind) {
            Informer<?> shared = informers.computeIfAbsent(resource, missing -> {
                Informer<T> informer = new Informer<>(context, informerClient, resource, ApiRequest.Selection.ALL, kind)
                        .resyncingEvery(resyncPeriod())
                        .of(config.version());
                if (running) {
                    informer.start();
                }
                return informer;
            });
            hosted.asksFor(shared);
            return shared.narrowedTo(kind);
        }

        @Override
        public ControllerFlags flags() {
            return config.flags();
        }

        @Override
        public KubernetesVersion version() {
            return config.version();
        }

        @Override
        public <K> WorkQueue<K> queue(WorkQueue.Settings settings, WorkQueue.Reconciler<K> reconciler) {
            WorkQueue<K> queue =
                    new WorkQueue<>(context, controller + "/" + (hosted.queues() + 1), settings, reconciler);
            hosted.add(queue);
            return queue;
        }
    }
}
