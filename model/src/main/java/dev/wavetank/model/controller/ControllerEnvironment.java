package dev.wavetank.model.controller;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.volume.VolumeStorage;
import dev.wavetank.sim.component.Context;

/** What the controller manager provides to a controller. */
public interface ControllerEnvironment {

    /** Clock, random streams, timers and trace of the controller manager. */
    Context context();

    /** A client with its own user and its own rate limit ({@code --kube-api-qps}, {@code --kube-api-burst}). */
    ApiClient client(String userAgent);

    /**
     * A client with a multiple of that limit, for controllers that send many small requests.
     *
     * @param qps factor on {@code --kube-api-qps}
     * @param burst factor on {@code --kube-api-burst}
     */
    ApiClient client(String userAgent, int qps, int burst);

    /** A client that reads what the server serves: since v1.21 with a burst of its own. */
    default ApiClient discoveryClient(String userAgent) {
        return client(userAgent);
    }

    /**
     * The shared informer of a resource. It starts with the controllers, or at once when they have started.
     */
    <T extends KubernetesObject> Informer<T> informer(ResourceType resource, Class<T> kind);

    /** The flags of the controller manager. */
    ControllerFlags flags();

    /** The storage behind attachable volumes. */
    default VolumeStorage storage() {
        return VolumeStorage.DEFAULT;
    }

    /** The version of Kubernetes that decides how controllers behave. */
    KubernetesVersion version();

    /**
     * The number of workers of a controller, by its flag.
     *
     * @throws java.util.NoSuchElementException when the controller has no such flag
     */
    default int workers(KubernetesController controller) {
        return flags().number(controller.workers().orElseThrow());
    }

    /**
     * A queue whose workers start when the informers that the controller asked for have synced.
     *
     * @param workers how many keys are processed concurrently
     * @param retries after how many failures in a row a key is dropped, or {@link WorkQueue#UNLIMITED}
     * @param reconciler processes a key
     */
    default <K> WorkQueue<K> queue(int workers, int retries, WorkQueue.Reconciler<K> reconciler) {
        return queue(WorkQueue.Settings.of(workers, retries), reconciler);
    }

    /** The same with these settings. */
    <K> WorkQueue<K> queue(WorkQueue.Settings settings, WorkQueue.Reconciler<K> reconciler);
}
