package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.ControllerFlag;
import dev.wavetank.model.controller.ControllerFlags;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.controller.garbagecollector.GarbageCollector;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.network.NetworkSettings;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.trace.Trace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The flags {@code --concurrent-*-syncs}: how many keys a controller works on at the same time. */
class ConcurrentSyncsTest {

    /** A number that no controller has for another reason. */
    private static final int WORKERS = 37;

    private final Simulation simulation = new Simulation(1, OrderPolicy.FIFO, new Trace());
    private final List<Integer> workers = new ArrayList<>();
    /** How many times the flag's requests a second each client may send, by user agent. */
    private final Map<String, Integer> factors = new TreeMap<>();

    private final Components components = new Components(simulation);
    private final Network network = new Network(
            simulation,
            new NetworkSettings(
                    new Distribution.Constant(VirtualTime.MILLISECOND), VirtualTime.SECOND, VirtualTime.SECOND));

    @ParameterizedTest
    @EnumSource(value = ControllerFlag.class, mode = EnumSource.Mode.MATCH_ALL, names = "CONCURRENT_.*")
    void some_controller_has_as_many_workers_as_the_flag_says(ControllerFlag flag) {
        assertThat(workersWith(ControllerFlags.DEFAULT)).doesNotContain(WORKERS);
        assertThat(workersWith(ControllerFlags.DEFAULT.with(flag, Integer.toString(WORKERS))))
                .contains(WORKERS);
    }

    @ParameterizedTest
    @EnumSource
    void a_controller_sends_its_requests_under_its_user_agent(KubernetesController controller) {
        ClusterParts.DEFAULT
                .controllers()
                .get(controller.label())
                .create(new Environment(ControllerFlags.DEFAULT, KubernetesVersion.V1_32));

        assertThat(factors).containsKey(controller.userAgent());
    }

    @ParameterizedTest
    @CsvSource({"V1_22, 1", "V1_23, 2"})
    void the_garbage_collector_may_send_twice_as_much_since_1_23(KubernetesVersion version, int expected) {
        new GarbageCollector(new Environment(ControllerFlags.DEFAULT, version));

        assertThat(factors).containsEntry(GarbageCollector.NAME, expected);
    }

    private List<Integer> workersWith(ControllerFlags flags) {
        workers.clear();
        Environment environment = new Environment(flags, KubernetesVersion.V1_32);
        ClusterParts.DEFAULT.controllers().values().forEach(factory -> factory.create(environment));
        return workers;
    }

    /** A controller manager of its own, which records the clients and queues of its controllers. */
    private final class Environment implements ControllerEnvironment {

        private final ControllerFlags flags;
        private final KubernetesVersion version;
        private final Map<ResourceType, Informer<?>> informers = new LinkedHashMap<>();
        private Context context;
        private Endpoint endpoint;

        Environment(ControllerFlags flags, KubernetesVersion version) {
            this.flags = flags;
            this.version = version;
            components.add("controllers-" + components.names().size(), given -> {
                context = given;
                endpoint = network.connect(given);
                return () -> {};
            });
            components.startAll();
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
            factors.put(userAgent, qps);
            ApiClient.Credentials credentials = new ApiClient.Credentials(List.of("kube-apiserver"), "", userAgent);
            return new ApiClient(context, endpoint, credentials, RateLimit.NONE);
        }

        @Override
        @SuppressWarnings("unchecked") // a resource has one kind
        public <T extends KubernetesObject> Informer<T> informer(ResourceType resource, Class<T> kind) {
            return (Informer<T>) informers.computeIfAbsent(
                    resource,
                    missing -> new Informer<>(context, client("informers"), resource, ApiRequest.Selection.ALL, kind));
        }

        @Override
        public ControllerFlags flags() {
            return flags;
        }

        @Override
        public KubernetesVersion version() {
            return version;
        }

        @Override
        public <K> WorkQueue<K> queue(WorkQueue.Settings settings, WorkQueue.Reconciler<K> reconciler) {
            workers.add(settings.workers());
            return new WorkQueue<>(context, "queue/" + workers.size(), settings, reconciler);
        }
    }
}
