package dev.wavetank.model.apiserver;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.registry.strategy.Strategies;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.etcd.EtcdClient;
import dev.wavetank.model.etcd.EtcdRequest;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.sim.Completion;

/** Objects in etcd, by resource and key. */
final class Storage {

    private final EtcdClient etcd;
    private final Strategies strategies;

    Storage(EtcdClient etcd, Strategies strategies) {
        this.etcd = etcd;
        this.strategies = strategies;
    }

    /** What is special about the objects of a resource. */
    Strategy<KubernetesObject> strategy(ResourceType resource) {
        return strategies.of(resource);
    }

    Completion<EtcdResponse> get(ResourceType resource, ObjectKey key) {
        return etcd.send(new EtcdRequest.Get(resource.storageKey(key)));
    }

    Completion<EtcdResponse> list(ResourceType resource, String namespace) {
        return etcd.send(new EtcdRequest.Range(resource.storagePrefix(resource.namespaced() ? namespace : "")));
    }

    /** Stores an object when its key was last changed at the expected revision; 0: when there is none. */
    Completion<EtcdResponse> put(ResourceType resource, KubernetesObject object, long expectedRevision) {
        String key = resource.storageKey(object.key());
        return etcd.send(new EtcdRequest.Put(key, resource, object, expectedRevision));
    }

    Completion<EtcdResponse> delete(ResourceType resource, ObjectKey key, long expectedRevision) {
        return etcd.send(new EtcdRequest.Delete(resource.storageKey(key), expectedRevision));
    }

    /** The answer when etcd gives none. */
    static Status unavailable(EtcdResponse response) {
        return Status.failure(500, null, ((EtcdResponse.Failure) response).message(), null);
    }
}
