package dev.wavetank.model.apiserver.watchcache;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.etcd.EtcdClient;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.component.Timer;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The watch caches by resource. Those of the resources that the model names start with the server, others when
 * needed.
 */
public final class WatchCaches {

    /** How long a request waits for them (k8s.io/apiserver, timeToWaitForReady). */
    private static final long SYNC_TIMEOUT = 10 * VirtualTime.SECOND;

    private final Context context;
    private final EtcdClient etcd;
    private final WatchCacheSettings settings;
    private final Map<ResourceType, WatchCache> caches = new LinkedHashMap<>();
    /** What admission plugins look up. */
    private final Set<ResourceType> kept = new LinkedHashSet<>();
    /** Whether all of these have been read once, which stays so. */
    private boolean hasSynced;

    /** Caches that have read nothing yet. */
    public WatchCaches(Context context, EtcdClient etcd, WatchCacheSettings settings) {
        this.context = context;
        this.etcd = etcd;
        this.settings = settings;
    }

    /** Begins to watch what the model names and what is kept. */
    public void start() {
        Resources.ALL.forEach(this::of);
        kept.forEach(this::of);
    }

    /** Says, before the start, that admission plugins look up a resource: its cache keeps the objects. */
    public void keep(ResourceType resource) {
        kept.add(resource);
    }

    /** Whether all that admission plugins look up has been read once. */
    public boolean isSynced() {
        hasSynced = hasSynced || kept.stream().allMatch(resource -> of(resource).isReady());
        return hasSynced;
    }

    /** True as soon as all that admission plugins look up has been read once; false when that takes too long. */
    public Completion<Boolean> whenSynced() {
        if (isSynced()) {
            return Completion.of(true);
        }
        List<Completion<Boolean>> reads =
                kept.stream().map(resource -> of(resource).synced()).toList();
        Completion<Boolean> synced = new Completion<>();
        Timer timeout = context.after(SYNC_TIMEOUT, () -> synced.complete(false));
        Completion.all(reads).whenDone(all -> {
            if (timeout.cancel()) {
                synced.complete(true);
            }
        });
        return synced;
    }

    /**
     * Forgets the history of some resources, and keeps none of them, as a server that has just started, or whose window
     * is too small for what happens.
     *
     * @param resources whether a resource is one of them
     * @return ends it, and returns how many watches were refused meanwhile because their revision was too old
     */
    public LongSupplier loseHistory(Predicate<ResourceType> resources) {
        List<WatchCache> lost = caches.entrySet().stream()
                .filter(cache -> resources.test(cache.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        long before = refusals(lost);
        lost.forEach(WatchCache::loseHistory);
        return () -> {
            lost.forEach(WatchCache::keepHistory);
            return refusals(lost) - before;
        };
    }

    private static long refusals(List<WatchCache> caches) {
        return caches.stream().mapToLong(WatchCache::refusals).sum();
    }

    /** The latest revision that any of them has seen. */
    public long latestRevision() {
        long latest = 0;
        for (WatchCache cache : caches.values()) {
            latest = Math.max(latest, cache.revision());
        }
        return latest;
    }

    /** The cache of a resource, which starts now if it has not been used before. */
    public WatchCache of(ResourceType resource) {
        WatchCache known = caches.get(resource);
        if (known != null) {
            return known;
        }
        WatchCache cache = new WatchCache(context, etcd, resource, settings);
        cache.start();
        caches.put(resource, cache);
        return cache;
    }
}
