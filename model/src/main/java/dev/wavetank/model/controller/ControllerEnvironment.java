package dev.wavetank.model.controller;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.Informer;
import dev.wavetank.sim.component.Context;

/** What the controller manager gives to a controller. */
public interface ControllerEnvironment {

    /** Clock, random streams, timers and trace of the controller manager. */
    Context context();

    /** A client with its own user and its own rate limit ({@code --kube-api-qps}, {@code --kube-api-burst}). */
    ApiClient client(String userAgent);

    /** The informer of a resource, shared by all controllers that ask for it. */
    <T extends KubernetesObject> Informer<T> informer(ResourceType resource, Class<T> kind);
}
