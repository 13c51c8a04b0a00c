package dev.wavetank.model.controller.replicaset;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.cache.Index;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.owned.OwnerQueue;
import dev.wavetank.model.controller.owned.Owners;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The cached objects of a kind, as ReplicaSets.
 *
 * @param <T> kind of the objects
 */
final class ReplicaCache<T extends KubernetesObject> {

    private final ReplicaKind<T> kind;
    private final Informer<T> informer;
    private final Index<T> byController;
    private final Owners<T> owners;

    ReplicaCache(ControllerEnvironment environment, ReplicaKind<T> kind) {
        this.kind = kind;
        this.informer = environment.informer(kind.resource(), kind.type());
        this.byController = informer.index(Index.CONTROLLER_UID);
        this.owners = new Owners<>(
                informer,
                kind.resource().kind(),
                object -> kind.view().apply(object).spec().selector());
    }

    ReplicaKind<T> kind() {
        return kind;
    }

    Informer<T> informer() {
        return informer;
    }

    @Nullable
    ReplicaSet cached(ObjectKey key) {
        T object = informer.cached(key);
        return object == null ? null : kind.view().apply(object);
    }

    List<ReplicaSet> controlledBy(String uid) {
        return byController.find(uid).stream().map(kind.view()).toList();
    }

    Optional<ReplicaSet> ownerOf(Pod pod) {
        return owners.of(pod).map(kind.view());
    }

    /** The objects whose selector matches the pod. */
    OwnerQueue concerned(WorkQueue<ObjectKey> queue) {
        return new OwnerQueue(owners, queue);
    }

    void addHandler(Informer.Handler<ReplicaSet> handler) {
        informer.addHandler(new Informer.Handler<>() {
            @Override
            public void added(T object) {
                handler.added(kind.view().apply(object));
            }

            @Override
            public void updated(T before, T after) {
                handler.updated(kind.view().apply(before), kind.view().apply(after));
            }

            @Override
            public void deleted(T last) {
                handler.deleted(kind.view().apply(last));
            }
        });
    }
}
