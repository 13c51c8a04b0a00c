package dev.wavetank.properties.bugs;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scheduler.SchedulerParts;
import dev.wavetank.model.scheduler.cache.SchedulerCache;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Bugs that kube-scheduler had, put into the parts of today's. */
final class SchedulerBugs {

    private SchedulerBugs() {}

    /** What each of them changes, by name. */
    static Map<String, UnaryOperator<ClusterParts>> changes() {
        Map<String, UnaryOperator<ClusterParts>> changes = new LinkedHashMap<>();
        changes.put("leaked-assumptions", in(parts -> parts.withCache(LeakyCache::new)));
        changes.put("assumed-by-name", in(parts -> parts.withCache(CacheByName::new)));
        changes.put(
                "bound-by-name",
                parts -> parts.withSchedulerPlugin(
                        "DefaultBinder", (arguments, handle) -> new BinderByName(handle.client())));
        changes.put("ghost-nodes", in(parts -> parts.withNodes((context, right) -> new MissesDeletions<>(right))));
        changes.put("lost-wake-ups", in(parts -> parts.withQueue(ForgetfulQueue::new)));
        changes.put("stale-refusals", in(parts -> parts.withQueue(StaleQueue::new)));
        changes.put(
                "early-expiry",
                in(parts -> parts.withCache((context, version) ->
                        new SchedulerCache(context, KubernetesVersion.newest(Feature.ASSUMED_POD_EXPIRY)))));
        changes.put("fatal-replacement", in(parts -> parts.withPods((context, right) -> new FatalReplacement(right))));
        changes.put("lost-additions", in(parts -> parts.withPods(MissesLateAdditions::new)));
        changes.put("deleted-pods", in(parts -> parts.withPods((context, right) -> new MissesDeletions<>(right))));
        return changes;
    }

    private static UnaryOperator<ClusterParts> in(UnaryOperator<SchedulerParts> change) {
        return parts -> parts.withScheduler(change.apply(parts.scheduler()));
    }

    /** Misses what was deleted during a gap in the watch. */
    private static final class MissesDeletions<T extends KubernetesObject> extends ForwardingHandler<T> {

        MissesDeletions(Informer.Handler<T> right) {
            super(right);
        }

        @Override
        public void deletionMissed(T lastSeen) {
            // Nobody hears of it.
        }
    }

    /** Takes a changed node of a pod for a sign that the cache is corrupted. */
    private static final class FatalReplacement extends ForwardingHandler<Pod> {

        FatalReplacement(Informer.Handler<Pod> right) {
            super(right);
        }

        @Override
        public void updated(Pod before, Pod after) {
            String was = before.nodeName();
            String now = after.nodeName();
            if (was != null && !was.isEmpty() && now != null && !now.isEmpty() && !was.equals(now)) {
                throw new IllegalStateException(
                        "scheduler cache is corrupted and can badly affect scheduling decisions");
            }
            super.updated(before, after);
        }
    }
}
