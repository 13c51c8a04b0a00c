package dev.wavetank.model.apiserver;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.apiserver.admission.ClusterView;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the server knows, for its admission plugins. */
final class ServerView implements ClusterView {

    private final WatchCaches caches;
    private final Storage storage;

    ServerView(WatchCaches caches, Storage storage) {
        this.caches = caches;
        this.storage = storage;
    }

    @Override
    public Completion<Boolean> whenSynced() {
        return caches.whenSynced();
    }

    @Override
    public List<KubernetesObject> cached(ResourceType resource, String namespace) {
        Map<String, KubernetesObject> objects = caches.of(resource).objects();
        if (objects.isEmpty()) {
            return List.of();
        }
        List<KubernetesObject> found = new ArrayList<>(2);
        for (KubernetesObject object : objects.values()) {
            if (namespace.isEmpty() || namespace.equals(object.metadata().namespace())) {
                found.add(object);
            }
        }
        return found;
    }

    @Override
    public Completion<EtcdResponse> live(ResourceType resource, ObjectKey key) {
        return storage.get(resource, key);
    }

    @Override
    public Completion<EtcdResponse> store(ResourceType resource, KubernetesObject object) {
        return storage.put(resource, object, object.metadata().revision());
    }
}
