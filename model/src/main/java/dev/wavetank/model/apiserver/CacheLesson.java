package dev.wavetank.model.apiserver;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.apiserver.watchcache.WatchCache;
import dev.wavetank.model.etcd.EtcdChange;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Consumer;

/** Learns the objects of one watch cache one by one, also when the cache itself begins anew. */
final class CacheLesson implements WatchCache.Listener {

    private final Consumer<KubernetesObject> observe;
    private final Consumer<KubernetesObject> forget;
    private final Runnable synced;
    private Map<String, KubernetesObject> known;

    /**
     * A lesson that has not begun.
     *
     * @param observe receives objects that are new or changed
     * @param forget receives deleted objects in their last state
     * @param synced run once, after the objects of the first list
     */
    CacheLesson(Consumer<KubernetesObject> observe, Consumer<KubernetesObject> forget, Runnable synced) {
        this.observe = observe;
        this.forget = forget;
        this.synced = synced;
    }

    @Override
    public void replaced(SortedMap<String, KubernetesObject> present) {
        boolean first = known == null;
        if (!first) {
            known.values().forEach(forget);
        }
        known = new LinkedHashMap<>(present);
        present.values().forEach(observe);
        if (first) {
            synced.run();
        }
    }

    @Override
    public void changed(EtcdChange change) {
        if (change.type() == WatchEvent.Type.DELETED) {
            known.remove(change.entry().key());
            forget.accept(change.object());
        } else {
            known.put(change.entry().key(), change.object());
            observe.accept(change.object());
        }
    }
}
