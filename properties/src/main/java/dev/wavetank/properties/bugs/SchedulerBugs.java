package dev.wavetank.properties.bugs;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scheduler.SchedulerParts;
import dev.wavetank.model.scheduler.cache.SchedulerCache;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Bugs that kube-scheduler had, put into the parts of today's. */
final class SchedulerBugs {

    private static final KnownBug LEAKED_ASSUMPTIONS = bug(
            "leaked-assumptions",
            "The scheduler goes on counting a pod on its node when the binding has failed.",
            "kubernetes#28883",
            "CacheMatchesInformers",
            parts -> parts.withCache(LeakyCache::new));

    private static final KnownBug ASSUMED_BY_NAME = bug(
            "assumed-by-name",
            "The scheduler keeps assumed pods by their names, and takes a pod that was created again for the old one.",
            "kubernetes#56682, kubernetes#60966",
            "CacheMatchesInformers",
            parts -> parts.withCache(CacheByName::new));

    private static final KnownBug BOUND_BY_NAME = new KnownBug(
            "bound-by-name",
            "The scheduler binds by name alone, and so a pod that has taken over the name of the chosen one.",
            "kubernetes#102761, kubernetes#105261",
            "RequiredRulesMet",
            Optional.empty(),
            parts -> parts.withSchedulerPlugin(
                    "DefaultBinder", (arguments, handle) -> new BinderByName(handle.client())));

    private static final KnownBug GHOST_NODES = bug(
            "ghost-nodes",
            "The scheduler misses that nodes were deleted while its watch was broken, and goes on choosing them.",
            "kubernetes#56261, kubernetes#94437",
            "CacheMatchesInformers",
            parts -> parts.withNodes((context, right) -> new MissesDeletions<>(right)));

    private static final KnownBug LOST_WAKE_UPS = bug(
            "lost-wake-ups",
            "A change that comes while the scheduler is trying a pod in vain does not get it tried again.",
            "kubernetes#72122",
            "WokenByChanges",
            parts -> parts.withQueue(ForgetfulQueue::new));

    private static final KnownBug STALE_REFUSALS = bug(
            "stale-refusals",
            "The scheduler keeps who refused a pod at an earlier attempt, and waits for them after a failed binding.",
            "kubernetes#120334",
            "WokenByChanges",
            parts -> parts.withQueue(StaleQueue::new));

    private static final KnownBug EARLY_EXPIRY = bug(
            "early-expiry",
            "An assumed pod expires after 30 s although it is bound, where the watch is later than that.",
            "kubernetes#106361",
            "BoundOnce",
            parts -> parts.withCache((context, version) ->
                    new SchedulerCache(context, KubernetesVersion.newest(Feature.ASSUMED_POD_EXPIRY))));

    private static final KnownBug FATAL_REPLACEMENT = bug(
            "fatal-replacement",
            "The scheduler ends itself when, while its watch is broken, a pod is replaced by one on another node.",
            "kubernetes#141255",
            "NoPanic",
            parts -> parts.withPods((context, right) -> new FatalReplacement(right)));

    private static final KnownBug LOST_ADDITIONS = bug(
            "lost-additions",
            "The scheduler misses pods that appear while its watch is broken.",
            "kubernetes#102790, kubernetes#104521",
            "QueuedOnce",
            parts -> parts.withPods(MissesLateAdditions::new));

    private static final KnownBug DELETED_PODS = bug(
            "deleted-pods",
            "The scheduler goes on counting pods that were deleted while its watch was broken.",
            "kubernetes#31977, kubernetes#42063",
            "CacheMatchesInformers",
            parts -> parts.withPods((context, right) -> new MissesDeletions<>(right)));

    private SchedulerBugs() {}

    /** All of them. */
    static List<KnownBug> all() {
        return List.of(
                LEAKED_ASSUMPTIONS,
                ASSUMED_BY_NAME,
                BOUND_BY_NAME,
                GHOST_NODES,
                LOST_WAKE_UPS,
                STALE_REFUSALS,
                EARLY_EXPIRY,
                FATAL_REPLACEMENT,
                LOST_ADDITIONS,
                DELETED_PODS);
    }

    private static KnownBug bug(
            String name, String mechanism, String source, String invariant, UnaryOperator<SchedulerParts> change) {
        return new KnownBug(
                name,
                mechanism,
                source,
                invariant,
                Optional.empty(),
                (ClusterParts parts) -> parts.withScheduler(change.apply(parts.scheduler())));
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
