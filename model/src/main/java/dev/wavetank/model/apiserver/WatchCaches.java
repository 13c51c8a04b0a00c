package dev.wavetank.model.apiserver;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.apiserver.admission.PriorityPlugin;
import dev.wavetank.model.apiserver.watchcache.WatchCache;
import dev.wavetank.model.etcd.EtcdClient;
import dev.wavetank.sim.component.Context;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The watch caches by resource. Those of the resources that the model names start with the server, others when
 * needed.
 */
final class WatchCaches {

    /** What admission plugins look up. */
    private static final List<ResourceType> KEPT =
            List.of(Resources.NAMESPACES, Resources.LIMIT_RANGES, Resources.RESOURCE_QUOTAS, PriorityPlugin.CLASSES);

    private final Context context;
    private final EtcdClient etcd;
    private final Map<ResourceType, WatchCache> caches = new LinkedHashMap<>();

    WatchCaches(Context context, EtcdClient etcd) {
        this.context = context;
        this.etcd = etcd;
    }

    void start() {
        Resources.ALL.forEach(this::of);
    }

    /** The latest revision that any of them has seen. */
    long latestRevision() {
        long latest = 0;
        for (WatchCache cache : caches.values()) {
            latest = Math.max(latest, cache.revision());
        }
        return latest;
    }

    WatchCache of(ResourceType resource) {
        return caches.computeIfAbsent(resource, missing -> {
            WatchCache cache = new WatchCache(context, etcd, resource, KEPT.contains(resource));
            cache.start();
            return cache;
        });
    }
}
