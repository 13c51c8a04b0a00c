package dev.wavetank.model.apiserver.handlers;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ReadOptions;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.registry.Selector;
import dev.wavetank.model.apiserver.watchcache.WatchCache;
import dev.wavetank.model.apiserver.watchcache.WatchCaches;
import dev.wavetank.model.etcd.EtcdClient;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads objects and lists: from etcd as they are now, or were at a revision, or from the watch cache as this server
 * happens to know them.
 */
public final class Reads {

    private final Storage storage;
    private final EtcdClient etcd;
    private final WatchCaches caches;
    private final KubernetesVersion version;

    /** Reads from there; a cache of a resource begins when it is first asked for. */
    public Reads(Storage storage, EtcdClient etcd, WatchCaches caches, KubernetesVersion version) {
        this.version = version;
        this.storage = storage;
        this.etcd = etcd;
        this.caches = caches;
    }

    /** Reads one object, as new as its options ask. */
    public Completion<ApiResponse> get(ApiRequest.Get get) {
        ReadOptions options = get.options();
        if (options.isFromCache()) {
            WatchCache cache = caches.of(get.resource());
            if (options.revision() > 0 || cache.isReady()) {
                return cache.whenFresh(options.revision())
                        .map(refusal -> refusal.isPresent()
                                ? new ApiResponse.Failed(refusal.get())
                                : one(get, cache.object(get.resource().storageKey(get.key()))));
            }
        }
        return storage.get(get.resource(), get.key())
                .map(response -> response instanceof EtcdResponse.Found found
                        ? one(get, found.entry() == null ? null : found.entry().value())
                        : new ApiResponse.Failed(Storage.unavailable(response)));
    }

    private static ApiResponse one(ApiRequest.Get get, KubernetesObject object) {
        return object == null
                ? new ApiResponse.Failed(Status.notFound(missing(get), get.name()))
                : new ApiResponse.One(200, object);
    }

    /** How the message names what is missing: the scale of an object is called by its own name. */
    private static ResourceType missing(ApiRequest.Get get) {
        ResourceType type = get.resource();
        return get.subresource().equals("scale")
                ? new ResourceType(type.group(), type.version(), type.kind(), type.plural() + "/scale", true)
                : type;
    }

    Completion<ApiResponse> list(ApiRequest.List list) {
        Optional<Status> refusal = Selector.unsupportedField(list.resource(), list.selection(), version);
        if (refusal.isPresent()) {
            return RequestPath.refuse(refusal.get());
        }
        Selector selector = new Selector(list.resource(), list.namespace(), list.selection());
        ReadOptions options = list.options();
        if (options.isFromCache()) {
            WatchCache cache = caches.of(list.resource());
            if (options.revision() > 0 || cache.isReady()) {
                return cache.whenFresh(options.revision())
                        .map(stale -> stale.isPresent()
                                ? new ApiResponse.Failed(stale.get())
                                : cached(list, selector, cache));
            }
        }
        return Listing.read(etcd, list, selector);
    }

    private static ApiResponse cached(ApiRequest.List list, Selector selector, WatchCache cache) {
        ResourceType resource = list.resource();
        String prefix = resource.storagePrefix(resource.namespaced() ? list.namespace() : "");
        List<KubernetesObject> items = new ArrayList<>();
        for (KubernetesObject object : cache.objects(prefix)) {
            if (selector.matches(object)) {
                items.add(object);
            }
        }
        return new ApiResponse.Many(items, cache.revision());
    }
}
