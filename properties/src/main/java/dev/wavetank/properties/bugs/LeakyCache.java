package dev.wavetank.properties.bugs;

import dev.wavetank.model.scheduler.cache.SchedulerCache;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.component.Context;

/** Does not forget a pod as long as it is assumed. */
final class LeakyCache extends SchedulerCache {

    LeakyCache(Context context, KubernetesVersion version) {
        super(context, version);
    }

    @Override
    public boolean forget(String uid) {
        return !isAssumed(uid) && super.forget(uid);
    }
}
