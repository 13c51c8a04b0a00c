package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.properties.invariant.Departed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Every pod as it was before it began to go, and since when pods are not healthy any more. */
final class HealthyPods {

    private static final String DISRUPTION = "DisruptionTarget";

    private final Map<ObjectKey, Known> pods = new LinkedHashMap<>();
    private final Departed<Known> gone =
            new Departed<>(known -> pods.remove(known.pod().key(), known));

    /**
     * A pod.
     *
     * @param pod as it was before it began to go
     * @param bornAt when it was created; another one may have had its name before
     * @param changedAt when it became so, but for the mark of an eviction
     * @param ailingSince when it ceased to be healthy; the end of time while it is
     * @param goneBy the record of the change by which it began to go, or 0
     */
    record Known(Pod pod, long bornAt, long changedAt, long ailingSince, long goneBy) {

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
            long born = same ? before.bornAt() : now;
            long changed = same && isMarking(before.pod(), pod) ? before.changedAt() : now;
            pods.put(pod.key(), new Known(pod, born, changed, ailing, 0));
        } else if (same && before.goneBy() == 0) {
            long ailing = Math.min(before.ailingSince(), now);
            Known going = new Known(before.pod(), before.bornAt(), before.changedAt(), ailing, number);
            pods.put(pod.key(), going);
            gone.add(going, now);
        }
    }

    /** Whether a write did nothing but to add the condition with which an eviction begins (v1.26 and later). */
    private static boolean isMarking(Pod before, Pod after) {
        return after.condition(DISRUPTION).isPresent()
                && before.spec().equals(after.spec())
                && before.metadata().labels().equals(after.metadata().labels())
                && before.status() != null
                && withoutMark(before).equals(withoutMark(after));
    }

    private static Pod.Status withoutMark(Pod pod) {
        return pod.status()
                .withConditions(pod.status().conditions().stream()
                        .filter(one -> !one.type().equals(DISRUPTION))
                        .toList());
    }

    /** The pod of that name, or null when there never was one. */
    Known pod(ObjectKey key) {
        return pods.get(key);
    }

    /** Those that are healthy, or may be taken for it by whoever reads a cache. */
    List<Known> maybeHealthy(Predicate<Pod> among, CacheLag lag, long now) {
        List<Known> healthy = new ArrayList<>();
        for (Known known : pods.values()) {
            if (known.mayPassForHealthy(lag, now) && among.test(known.pod())) {
                healthy.add(known);
            }
        }
        return healthy;
    }
}
