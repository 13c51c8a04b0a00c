package dev.wavetank.model.controller.replicaset;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.client.Index;
import dev.wavetank.model.client.Informer;
import dev.wavetank.model.controller.ControllerEnvironment;
import java.util.List;

/**
 * The cached objects of a kind, as ReplicaSets.
 *
 * @param <T> kind of the objects
 */
final class ReplicaCache<T extends KubernetesObject> {

    private final ReplicaKind<T> kind;
    private final Informer<T> informer;
    private final Index<T> byController;
    private final Index<T> byNamespace;

    ReplicaCache(ControllerEnvironment environment, ReplicaKind<T> kind) {
        this.kind = kind;
        this.informer = environment.informer(kind.resource(), kind.type());
        this.byController = informer.index(Index.CONTROLLER_UID);
        this.byNamespace = informer.index(Index.NAMESPACE);
    }

    ReplicaKind<T> kind() {
        return kind;
    }

    ReplicaSet cached(ObjectKey key) {
        T object = informer.cached(key);
        return object == null ? null : kind.view().apply(object);
    }

    List<ReplicaSet> controlledBy(String uid) {
        return byController.find(uid).stream().map(kind.view()).toList();
    }

    List<ReplicaSet> in(String namespace) {
        return byNamespace.find(namespace).stream().map(kind.view()).toList();
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
