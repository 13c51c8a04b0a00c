package dev.wavetank.properties.bugs;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.ControllerFlags;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.volume.VolumeStorage;
import dev.wavetank.sim.component.Context;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Kubernetes' own controller, except that it asks, reads or hears something else than it should. */
final class AlteredController {

    private AlteredController() {}

    /** The controller with clients that are altered; each incarnation has an alteration of its own. */
    static UnaryOperator<ClusterParts> asking(
            KubernetesController controller, Supplier<ApiClient.Alteration> alteration) {
        return parts -> replaced(parts, controller, right -> environment -> {
            ApiClient.Alteration own = alteration.get();
            return right.create(new Surroundings(environment, client -> client.altered(own), environment.version()));
        });
    }

    /** The controller as it was in an older version. */
    static UnaryOperator<ClusterParts> of(KubernetesVersion version, KubernetesController controller) {
        return parts -> replaced(
                parts,
                controller,
                right -> environment -> right.create(new Surroundings(environment, UnaryOperator.identity(), version)));
    }

    /** The controller whose handlers of a resource hear something else. */
    static <T extends KubernetesObject> UnaryOperator<ClusterParts> hearing(
            KubernetesController controller,
            ResourceType resource,
            Class<T> kind,
            UnaryOperator<Informer.Handler<T>> ears) {
        return parts -> replaced(parts, controller, right -> environment -> {
            Controller made = right.create(environment);
            Informer<T> informer = environment.informer(resource, kind);
            return () -> {
                informer.hearThrough(ears);
                made.start();
                informer.hearThrough(UnaryOperator.identity());
            };
        });
    }

    private static ClusterParts replaced(
            ClusterParts parts,
            KubernetesController controller,
            Function<Controller.Factory, Controller.Factory> change) {
        String label = controller.label();
        Controller.Factory right = Objects.requireNonNull(parts.controllers().get(label), label);
        return parts.withController(label, change.apply(right));
    }

    /** The environment of the right controller with other clients, or of another version. */
    private record Surroundings(
            ControllerEnvironment right, UnaryOperator<ApiClient> clients, KubernetesVersion version)
            implements ControllerEnvironment {

        @Override
        public Context context() {
            return right.context();
        }

        @Override
        public VolumeStorage storage() {
            return right.storage();
        }

        @Override
        public ApiClient client(String userAgent) {
            return clients.apply(right.client(userAgent));
        }

        @Override
        public ApiClient client(String userAgent, int qps, int burst) {
            return clients.apply(right.client(userAgent, qps, burst));
        }

        @Override
        public ApiClient discoveryClient(String userAgent) {
            return right.discoveryClient(userAgent);
        }

        @Override
        public <T extends KubernetesObject> Informer<T> informer(ResourceType resource, Class<T> kind) {
            return right.informer(resource, kind);
        }

        @Override
        public ControllerFlags flags() {
            return right.flags();
        }

        @Override
        public <K> WorkQueue<K> queue(WorkQueue.Settings settings, WorkQueue.Reconciler<K> reconciler) {
            return right.queue(settings, reconciler);
        }
    }
}
