package dev.wavetank.model.apiserver.handlers;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.registry.strategy.Strategies;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.watchcache.WatchCaches;
import dev.wavetank.model.etcd.EtcdClient;
import dev.wavetank.model.etcd.EtcdRequest;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.model.etcd.EtcdWatch;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.network.StreamReceiver;
import dev.wavetank.sim.network.Subscription;
import org.jspecify.annotations.Nullable;

/** Objects in etcd, by resource and key. */
public final class Storage {

    private final EtcdClient etcd;
    private final Strategies strategies;
    private final EventLeases leases;
    private final WatchCaches caches;

    /** Objects in that etcd, in the forms that the strategies give them; those that expire have these leases. */
    public Storage(EtcdClient etcd, Strategies strategies, EventLeases leases, WatchCaches caches) {
        this.etcd = etcd;
        this.strategies = strategies;
        this.leases = leases;
        this.caches = caches;
    }

    /** What is special about the objects of a resource. */
    public Strategy<KubernetesObject> strategy(ResourceType resource) {
        return strategies.of(resource);
    }

    /** Reads one object as it is now. */
    public Completion<EtcdResponse> get(ResourceType resource, ObjectKey key) {
        return shown(resource, etcd.send(new EtcdRequest.Get(resource.storageKey(key))));
    }

    /**
     * The object as the watch cache knows it, which may be out of date; null when it knows none. Events have no watch
     * cache (pkg/registry/core/event/storage, {@code UndecoratedStorage}).
     */
    @Nullable
    KubernetesObject cached(ResourceType resource, ObjectKey key) {
        Strategy<KubernetesObject> strategy = strategies.of(resource);
        KubernetesObject known = strategy.expires() ? null : caches.of(resource).object(resource.storageKey(key));
        return known != null && resource.isCustom() ? strategy.fromStorage(known) : known;
    }

    /** Reads the objects of a namespace as they are now; of all namespaces when it is empty. */
    public Completion<EtcdResponse> list(ResourceType resource, String namespace) {
        String prefix = resource.storagePrefix(resource.namespaced() ? namespace : "");
        return shown(resource, etcd.send(new EtcdRequest.Range(prefix)));
    }

    /** Stores an object when its key was last changed at the expected revision; 0: when there is none. */
    public Completion<EtcdResponse> put(ResourceType resource, KubernetesObject object, long expectedRevision) {
        String key = resource.storageKey(object.key());
        if (strategies.of(resource).expires()) {
            return leases.next()
                    .then(answer -> answer instanceof EtcdResponse.LeaseAlive alive
                            ? etcd.send(new EtcdRequest.Put(key, resource, object, expectedRevision, alive.id()))
                            : Completion.of(answer));
        }
        KubernetesObject stored = resource.isCustom() ? strategies.of(resource).toStorage(object) : object;
        return shown(resource, etcd.send(new EtcdRequest.Put(key, resource, stored, expectedRevision)));
    }

    Completion<EtcdResponse> delete(ResourceType resource, ObjectKey key, long expectedRevision) {
        return shown(resource, etcd.send(new EtcdRequest.Delete(resource.storageKey(key), expectedRevision)));
    }

    /** Only custom resources are stored in another form than the one in which they are shown. */
    private Completion<EtcdResponse> shown(ResourceType resource, Completion<EtcdResponse> answer) {
        return resource.isCustom() ? answer.map(new ShownForm(strategies.of(resource))::of) : answer;
    }

    /** Follows one object from after a revision on. */
    Subscription follow(ResourceType resource, ObjectKey key, long revision, StreamReceiver<EtcdWatch.Message> to) {
        return etcd.watch(new EtcdWatch(resource.storageKey(key), revision), to);
    }

    /** The answer when etcd gives none. */
    static Status unavailable(EtcdResponse response) {
        return Status.internal(((EtcdResponse.Failure) response).message());
    }
}
