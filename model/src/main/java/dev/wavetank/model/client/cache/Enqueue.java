package dev.wavetank.model.client.cache;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.client.workqueue.WorkQueue;
import java.util.function.Consumer;

/**
 * Handlers for level-triggered controllers: a handler only adds the key of the object to reconcile. The counterparts
 * of controller-runtime's {@code EnqueueRequestForObject} and {@code EnqueueRequestForOwner}.
 */
public final class Enqueue {

    private Enqueue() {}

    /** Adds an object's key at every change of it, including its deletion. */
    public static <T extends KubernetesObject> Informer.Handler<T> object(WorkQueue<ObjectKey> queue) {
        return each(object -> queue.add(object.key()));
    }

    /**
     * Adds the key of an object's managing controller at every change of the object, if the controller has the given
     * kind.
     */
    public static <T extends KubernetesObject> Informer.Handler<T> controllerOf(
            ResourceType owners, WorkQueue<ObjectKey> queue) {
        return each(object -> object.metadata()
                .controller()
                .filter(reference -> isOf(owners, reference))
                .ifPresent(reference -> queue.add(
                        new ObjectKey(owners.namespaced() ? object.key().namespace() : null, reference.name()))));
    }

    /** A reference may name another version of the group. */
    private static boolean isOf(ResourceType owners, OwnerReference reference) {
        String apiVersion = reference.apiVersion();
        String group = ResourceType.groupOf(apiVersion);
        return reference.kind().equals(owners.kind()) && group.equals(owners.group());
    }

    /** Handles the object before and after a change: its owner may have changed. */
    private static <T> Informer.Handler<T> each(Consumer<T> action) {
        return new Informer.Handler<>() {
            @Override
            public void added(T object) {
                action.accept(object);
            }

            @Override
            public void updated(T before, T after) {
                action.accept(before);
                action.accept(after);
            }

            @Override
            public void deleted(T last) {
                action.accept(last);
            }
        };
    }
}
