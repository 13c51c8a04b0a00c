package dev.wavetank.model.controller;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.Informer;
import dev.wavetank.model.client.WorkQueue;
import dev.wavetank.sim.component.Context;

/** What the controller manager gives to a controller. */
public interface ControllerEnvironment {

    /** Clock, random streams, timers and trace of the controller manager. */
    Context context();

    /** A client with its own user and its own rate limit ({@code --kube-api-qps}, {@code --kube-api-burst}). */
    ApiClient client(String userAgent);

    /**
     * The informer of a resource, shared by all controllers that ask for it. It starts with the controllers, or at once
     * when they have started.
     */
    <T extends KubernetesObject> Informer<T> informer(ResourceType resource, Class<T> kind);

    /**
     * A queue whose workers begin when all informers are synced.
     *
     * @param name of the controller, by which the configuration gives the number of workers
     * @param workers how many when the configuration says nothing
     * @param retries after how many failures in a row a key is given up, or {@link WorkQueue#UNLIMITED}
     * @param reconciler does the work
     */
    <K> WorkQueue<K> queue(String name, int workers, int retries, WorkQueue.Reconciler<K> reconciler);
}
