package dev.wavetank.properties.bugs;

import dev.wavetank.model.scheduler.cache.SchedulerCache;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.component.Context;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Knows assumed pods by their names: another of the same name cannot be assumed, and the deletion of a pod that was
 * not seen as bound takes no assumption back.
 */
final class CacheByName extends SchedulerCache {

    private final Map<String, String> uids = new LinkedHashMap<>();

    CacheByName(Context context, KubernetesVersion version) {
        super(context, version);
    }

    @Override
    public @Nullable String assume(PodInfo pod, String node) {
        String name = pod.pod().key().toString();
        String earlier = uids.get(name);
        if (earlier != null && isAssumed(earlier)) {
            return "pod " + name + " is already assumed";
        }
        uids.put(name, pod.uid());
        return super.assume(pod, node);
    }

    @Override
    public void forgetIfBound(String uid) {
        // The name may stand for a pod that comes yet.
    }
}
