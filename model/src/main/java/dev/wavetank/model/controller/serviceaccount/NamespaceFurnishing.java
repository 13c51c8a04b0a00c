package dev.wavetank.model.controller.serviceaccount;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.FailureText;
import dev.wavetank.model.client.Informer;
import dev.wavetank.model.client.WorkQueue;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.sim.Completion;
import java.util.function.Function;

/**
 * Keeps one object of a certain name in every active namespace, and makes it again when somebody deletes it.
 *
 * @param <T> kind of the object
 */
final class NamespaceFurnishing<T extends KubernetesObject> {

    private final ApiClient client;
    private final ResourceType resource;
    private final String name;
    private final Function<ObjectKey, T> maker;
    private final Informer<Namespace> namespaces;
    private final Informer<T> objects;
    private final WorkQueue<String> queue;

    /**
     * What is kept.
     *
     * @param resource of the object
     * @param kind of the object
     * @param name of the object
     */
    record Piece<T extends KubernetesObject>(ResourceType resource, Class<T> kind, String name) {}

    NamespaceFurnishing(
            ControllerEnvironment environment, ApiClient client, Piece<T> piece, Function<ObjectKey, T> maker) {
        this.client = client;
        this.resource = piece.resource();
        this.name = piece.name();
        this.maker = maker;
        this.namespaces = environment.informer(Resources.NAMESPACES, Namespace.class);
        this.objects = environment.informer(resource, piece.kind());
        this.queue = environment.queue(1, WorkQueue.UNLIMITED, this::sync);
    }

    void start() {
        namespaces.addHandler(Informer.Handler.whilePresent(
                namespace -> queue.add(namespace.metadata().name())));
        objects.addHandler(Informer.Handler.always(object -> {
            if (object.metadata().name().equals(name)) {
                queue.add(object.key().namespace());
            }
        }));
    }

    private Completion<Boolean> sync(String namespace) {
        Namespace cached = namespaces.cached(new ObjectKey("", namespace));
        boolean isActive = cached != null
                && cached.status() != null
                && "Active".equals(cached.status().phase());
        ObjectKey key = new ObjectKey(namespace, name);
        if (!isActive || objects.cached(key) != null) {
            return Completion.of(true);
        }
        return client.send(ApiRequest.Create.of(resource, maker.apply(key)))
                .map(response -> response.isSuccess()
                        || response.failedWith("AlreadyExists")
                        || FailureText.isNamespaceTerminating(response));
    }
}
