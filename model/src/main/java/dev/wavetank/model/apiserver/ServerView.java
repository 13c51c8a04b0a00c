package dev.wavetank.model.apiserver;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.apiserver.admission.ClusterView;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.apiserver.authz.Authorizer;
import dev.wavetank.model.apiserver.authz.Decision;
import dev.wavetank.model.apiserver.handlers.Storage;
import dev.wavetank.model.apiserver.request.Handler;
import dev.wavetank.model.apiserver.request.Recovery;
import dev.wavetank.model.apiserver.request.RequestContext;
import dev.wavetank.model.apiserver.watchcache.WatchCache;
import dev.wavetank.model.apiserver.watchcache.WatchCaches;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.Event;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Reply;
import dev.wavetank.sim.network.rule.Address;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.List;

/** What the server knows and can do, for its admission plugins. */
final class ServerView implements ClusterView {

    /** The server itself, as it calls itself over its own loopback connection. */
    private static final User LOOPBACK = User.master("system:apiserver");

    private final Context context;
    private final Recovery recovery;
    private final Endpoint endpoint;
    private final KubernetesVersion version;
    private final WatchCaches caches;
    private final Storage storage;
    private final Authorizer authorizer;
    private final Handler loopback;

    /**
     * A view.
     *
     * @param server whose view it is: clock, timers and random numbers
     * @param storage what is stored
     * @param authorizer decides who may do what
     * @param loopback executes the server's own requests
     */
    ServerView(Server server, Storage storage, Authorizer authorizer, Handler loopback) {
        this.context = server.context();
        this.recovery = server.recovery();
        this.endpoint = server.endpoint();
        this.version = server.version();
        this.caches = server.caches();
        this.storage = storage;
        this.authorizer = authorizer;
        this.loopback = loopback;
    }

    /** Parts of one server. */
    record Server(
            Context context, Endpoint endpoint, Recovery recovery, WatchCaches caches, KubernetesVersion version) {}

    @Override
    public KubernetesVersion version() {
        return version;
    }

    @Override
    public long now() {
        return context.now();
    }

    @Override
    public void after(long delay, Event event) {
        context.after(delay, recovery.carried(event));
    }

    @Override
    public RandomStream random(String purpose) {
        return context.random("admission/" + purpose);
    }

    @Override
    public void follow(ResourceType resource) {
        caches.keep(resource);
    }

    @Override
    public boolean isSynced() {
        return caches.isSynced();
    }

    @Override
    public Completion<Boolean> whenSynced() {
        return recovery.carried(caches.whenSynced());
    }

    @Override
    public List<KubernetesObject> cached(ResourceType resource, String namespace) {
        WatchCache cache = caches.of(resource);
        if (cache.isEmpty()) {
            return List.of();
        }
        List<KubernetesObject> found = new ArrayList<>(2);
        for (KubernetesObject object : cache.objects()) {
            if (namespace.isEmpty() || namespace.equals(object.metadata().namespace())) {
                found.add(object);
            }
        }
        return found;
    }

    @Override
    public KubernetesObject cached(ResourceType resource, ObjectKey key) {
        WatchCache cache = caches.of(resource);
        return cache.isEmpty() ? null : cache.object(resource.storageKey(key));
    }

    @Override
    public Completion<EtcdResponse> live(ResourceType resource, ObjectKey key) {
        return storage.get(resource, key);
    }

    @Override
    public Completion<EtcdResponse> liveList(ResourceType resource, String namespace) {
        return storage.list(resource, namespace);
    }

    @Override
    public KubernetesObject withDefaults(ResourceType resource, KubernetesObject object) {
        return storage.strategy(resource).withDefaults(object);
    }

    @Override
    public Completion<EtcdResponse> store(ResourceType resource, KubernetesObject object) {
        return storage.put(resource, object, object.metadata().revision());
    }

    @Override
    public Completion<ApiResponse> request(ApiRequest request) {
        return loopback.handle(new RequestContext(new ApiCall("", "kube-apiserver", request), LOOPBACK, context.now()));
    }

    @Override
    public Completion<Decision> authorize(Attributes attributes) {
        return authorizer.authorize(attributes);
    }

    @Override
    public <Q, R> Completion<Reply<R>> call(Address<Q, R> to, Q request, long timeout) {
        return recovery.carried(endpoint.call(to, request, timeout));
    }
}
