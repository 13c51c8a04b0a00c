package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.core.Pod;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Every pod as it was before it began to go, and since when pods are not healthy any more. */
final class HealthyPods {

    private final Map<ObjectKey, Known> pods = new LinkedHashMap<>();

    /**
     * A pod.
     *
     * @param pod as it was before it began to go
     * @param changedAt when it became so
     * @param ailingSince when it ceased to be healthy; the end of time while it is
     * @param goneBy the record of the change by which it began to go, or 0
     */
    record Known(Pod pod, long changedAt, long ailingSince, long goneBy) {

        private boolean mayPassForHealthy(CacheLag lag, long now) {
            return ailingSince == Long.MAX_VALUE || lag.mayHide(ailingSince, now);
        }
    }

    /** Applies a change, which is the record of that number. */
    void observe(Pod pod, boolean deleted, long now, long number) {
        Known before = pods.get(pod.key());
        boolean same = before != null && before.pod().uid().equals(pod.uid());
        boolean isGoing = deleted || pod.metadata().isDeleting();
        if (!isGoing) {
            long since = same ? before.ailingSince() : Long.MIN_VALUE / 2;
            long ailing = pod.isReady() ? Long.MAX_VALUE : since == Long.MAX_VALUE ? now : since;
            pods.put(pod.key(), new Known(pod, now, ailing, 0));
        } else if (same && before.goneBy() == 0) {
            long ailing = Math.min(before.ailingSince(), now);
            pods.put(pod.key(), new Known(before.pod(), before.changedAt(), ailing, number));
        }
    }

    /** The pod of that name, or null when there never was one. */
    Known pod(ObjectKey key) {
        return pods.get(key);
    }

    /** The names of those that are healthy, or may be taken for it by whoever reads a cache. */
    Set<String> maybeHealthy(Predicate<Pod> among, CacheLag lag, long now) {
        Set<String> names = new LinkedHashSet<>();
        for (Known known : pods.values()) {
            if (known.mayPassForHealthy(lag, now) && among.test(known.pod())) {
                names.add(known.pod().metadata().name());
            }
        }
        return names;
    }
}
