package dev.wavetank.model.apiserver.watchcache;

import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.random.Distribution;
import java.util.Optional;

/**
 * How the watch caches of a server behave.
 *
 * @param eventFreshFor for how many nanoseconds changes are to be kept, if there is room for them
 * @param refusal why a watch is refused whose revision is too old: {@code Expired}, or {@code Gone} in old releases
 * @param hearsProgress whether the cache learns from etcd how far it has come while its resource is quiet
 * @param lag time from when the server hears of a change to when its cache knows it, on top of the network's latency;
 *     nothing when there is none
 */
public record WatchCacheSettings(
        long eventFreshFor, StatusReason refusal, boolean hearsProgress, Optional<Distribution> lag) {

    /** Those of a release, without a lag of their own. */
    public static WatchCacheSettings of(KubernetesVersion version) {
        return new WatchCacheSettings(
                version.has(Feature.SHORT_WATCH_CACHE) ? 75 * VirtualTime.SECOND : 5 * VirtualTime.MINUTE,
                version.has(Feature.EXPIRED_WATCHES) ? StatusReason.EXPIRED : StatusReason.GONE,
                version.has(Feature.CONSISTENT_LIST_FROM_CACHE),
                Optional.empty());
    }

    /** The same with a lag. */
    public WatchCacheSettings withLag(Optional<Distribution> other) {
        return new WatchCacheSettings(eventFreshFor, refusal, hearsProgress, other);
    }
}
