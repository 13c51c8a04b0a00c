package dev.wavetank.model.controller;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.client.leaderelection.LeaderElection;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The component {@code kube-controller-manager}: hosts the controllers and shares its informers among them.
 *
 * <p>With several controller managers, only the leader has informers and controllers. A leader that loses the lease
 * ends its process; restarting it is the node's task.
 *
 * <p>Every controller has clients of its own, each with its own rate limit. The workers of all controllers start when
 * all informers have synced. A controller manager has no persistent state: a new incarnation lists everything again.
 */
public final class ControllerManager implements Component {

    /** Name of the component. */
    public static final String NAME = "kube-controller-manager";

    /** User agent of the informers. */
    private static final String INFORMERS = "shared-informers";

    private final Context context;
    private final RandomStream resyncPeriods;
    private final Endpoint endpoint;
    private final Config config;
    private final Map<String, Controller.Factory> controllers;
    private final Map<ResourceType, Informer<?>> informers = new LinkedHashMap<>();
    private final List<WorkQueue<?>> queues = new ArrayList<>();
    /** Whether a new informer starts at once. */
    private boolean running;

    private final Runnable exit;
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
     * @param servers component names of the API servers, the one to begin with first
     * @param token bearer token of all controllers that {@code tokens} does not name
     * @param tokens bearer tokens by user agent, as with {@code --use-service-account-credentials}
     * @param limit of every single client: {@code --kube-api-qps} and {@code --kube-api-burst}
     * @param flags of the controllers
     * @param version the version of Kubernetes
     * @param election the leader election of several controller managers; empty when each of them works
     */
    public record Config(
            List<String> servers,
            String token,
            Map<String, String> tokens,
            RateLimit limit,
            ControllerFlags flags,
            KubernetesVersion version,
            Optional<LeaderElection.Settings> election) {

        /**
         * 20 requests per second and bursts of 30, the defaults of {@code --kube-api-qps} and {@code
         * --kube-api-burst}.
         */
        public static final RateLimit DEFAULT_LIMIT = new RateLimit(20, 30);

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
        this.controllers = controllers;
    }

    @Override
    public void start() {
        config.election().ifPresentOrElse(timing -> candidate(timing).run(this::work, exit), this::work);
    }

    private LeaderElection candidate(LeaderElection.Settings timing) {
        ApiClient.Credentials credentials = new ApiClient.Credentials(config.servers(), config.token(), NAME);
        ApiClient client = new ApiClient(context, endpoint, credentials, config.limit());
        return LeaderElection.of(
                context,
                endpoint,
                credentials,
                new EventRecorder(context, client, NAME),
                new LeaderElection.ElectionSpec(NAME, config.version(), timing, config.limit()));
    }

    /** Builds the controllers and starts their informers; a manager that stands by has no watches. */
    private void work() {
        informerClient = new Environment(INFORMERS).client(INFORMERS);
        List<Controller> started = new ArrayList<>();
        controllers.forEach((name, factory) -> started.add(factory.create(new Environment(name))));
        started.forEach(Controller::start);
        List<Completion<Boolean>> synced = new ArrayList<>();
        running = true;
        for (Informer<?> informer : informers.values()) {
            synced.add(informer.synced());
            informer.start();
        }
        Completion.all(synced).whenDone(all -> queues.forEach(WorkQueue::start));
    }

    /** From one to two times {@code --min-resync-period}, so that not all informers resync at once. */
    private long resyncPeriod() {
        long shortest = config.flags().duration(ControllerFlag.MIN_RESYNC_PERIOD);
        return shortest == 0 ? 0 : shortest + resyncPeriods.nextLong(shortest);
    }

    /** The environment of one controller. */
    private final class Environment implements ControllerEnvironment {

        private final String controller;
        private int queueCount;

        private Environment(String controller) {
            this.controller = controller;
        }

        @Override
        public Context context() {
            return context;
        }

        @Override
        public ApiClient client(String userAgent) {
            return client(userAgent, 1, 1);
        }

        @Override
        public ApiClient client(String userAgent, int qps, int burst) {
            String token = config.tokens().getOrDefault(userAgent, config.token());
            ApiClient.Credentials credentials = new ApiClient.Credentials(config.servers(), token, userAgent);
            RateLimit limit =
                    new RateLimit(config.limit().qps() * qps, config.limit().burst() * burst);
            return new ApiClient(context, endpoint, credentials, limit);
        }

        @Override
        public <T extends KubernetesObject> Informer<T> informer(ResourceType resource, Class<T> kind) {
            Informer<?> shared = informers.computeIfAbsent(resource, missing -> {
                Informer<T> informer = new Informer<>(context, informerClient, resource, ApiRequest.Selection.ALL, kind)
                        .resyncingEvery(resyncPeriod());
                if (config.version().has(Feature.WATCH_LIST_CLIENT)) {
                    informer.listingByWatch();
                }
                if (running) {
                    informer.start();
                }
                return informer;
            });
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
            WorkQueue<K> queue = new WorkQueue<>(context, controller + "/" + ++queueCount, settings, reconciler);
            queues.add(queue);
            return queue;
        }
    }
}
