package dev.wavetank.properties.invariant.rollout;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A StatefulSet removes and updates its pods from the highest ordinal down, one after the other, and leaves those below
 * its partition as they are.
 *
 * <p>Clusters of databases count on it ({@code updateStatefulSet}, pkg/controller/statefulset/stateful_set_control.go).
 * Judged are the deletions by its controller, and the revisions of pods that are made. With {@code Parallel} only
 * updates have an order. What happened lately, the controller's cache may not show.
 */
public final class OrdinalsInTurn implements Invariant {

    private static final String HASH = "controller-revision-hash";

    private final CacheLag lag;
    private final Map<String, Settings> sets = new LinkedHashMap<>();
    private final Map<String, Known> pods = new LinkedHashMap<>();
    /** What a deletion found, until it is known who sent it. */
    private final Map<ObjectKey, Going> going = new LinkedHashMap<>();

    private record Settings(StatefulSet set, long since, long statusSince) {}

    private record Known(Pod pod, int ordinal, long cameAt, long ailingSince) {}

    private record Going(Known known, long at, String mistake) {}

    /** In a cluster with these delays. */
    public OrdinalsInTurn(Delays delays) {
        this.lag = new CacheLag(delays);
    }

    @Override
    public String name() {
        return "OrdinalsInTurn";
    }

    @Override
    public String statement() {
        return "A StatefulSet removes and updates pods from the highest ordinal down, one by one, to its partition.";
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        lag.observe(entry);
        if (entry.record() instanceof StoreTrace change) {
            if (change.object() instanceof StatefulSet set) {
                observe(set, change, entry.time());
            } else if (change.object() instanceof Pod pod && sets.containsKey(Present.controllerOf(pod))) {
                observe(pod, change, entry.time(), outcomes);
            }
        } else if (!going.isEmpty()
                && entry.record() instanceof RequestTrace request
                && request.call().request() instanceof ApiRequest.Delete delete) {
            Going one = going.remove(delete.key());
            boolean isOwn = request.call().userAgent().equals(KubernetesController.STATEFUL_SET.userAgent());
            if (one != null && isOwn && request.isWrite()) {
                outcomes.broken(this, ObjectNames.of(one.known().pod()), one.mistake());
            }
        }
    }

    private void observe(StatefulSet set, StoreTrace change, long now) {
        if (change.change() == WatchEvent.Type.DELETED) {
            sets.remove(set.uid());
            return;
        }
        Settings before = sets.get(set.uid());
        boolean isSame = before != null && before.set().spec().equals(set.spec());
        boolean isSameStatus = before != null
                && before.set().status() != null
                && set.status() != null
                && String.valueOf(before.set().status().updateRevision())
                        .equals(set.status().updateRevision())
                && String.valueOf(before.set().status().currentRevision())
                        .equals(set.status().currentRevision());
        long since = before != null && isSame ? before.since() : now;
        long statusSince = before != null && isSameStatus ? before.statusSince() : now;
        sets.put(set.uid(), new Settings(set, since, statusSince));
    }

    private void observe(Pod pod, StoreTrace change, long now, Outcomes outcomes) {
        String name = pod.metadata().name();
        if (!name.matches(".*-[0-9]{1,9}")) {
            return;
        }
        int ordinal = Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
        Known before = pods.get(pod.uid());
        boolean isGoing = pod.metadata().isDeleting();
        if (before != null
                && !before.pod().metadata().isDeleting()
                && (isGoing || change.change() == WatchEvent.Type.DELETED)) {
            String mistake = mistake(before, now);
            if (!mistake.isEmpty()) {
                going.put(pod.key(), new Going(before, now, mistake));
            }
        }
        if (change.change() == WatchEvent.Type.DELETED) {
            pods.remove(pod.uid());
            return;
        }
        if (change.change() == WatchEvent.Type.ADDED) {
            judgeRevision(pod, ordinal, now, outcomes);
        }
        boolean isHealthy = pod.phase().equals("Running") && pod.isReady() && !isGoing;
        long ailing = isHealthy
                ? Long.MAX_VALUE
                : before == null || before.ailingSince() == Long.MAX_VALUE ? now : before.ailingSince();
        pods.put(pod.uid(), new Known(pod, ordinal, before == null ? now : before.cameAt(), ailing));
    }

    /** What is wrong with the deletion of a pod by the controller; empty when nothing is. */
    private String mistake(Known victim, long now) {
        Settings settings = sets.get(Present.controllerOf(victim.pod()));
        if (settings == null
                || lag.mayHide(settings.since(), now)
                || victim.pod().isFinished()) {
            return "";
        }
        StatefulSet set = settings.set();
        int first = set.spec().ordinals() == null || set.spec().ordinals().start() == null
                ? 0
                : set.spec().ordinals().start();
        boolean isWanted = victim.ordinal() >= first && victim.ordinal() < first + set.replicas();
        if (!isWanted) {
            return "Parallel".equals(set.spec().podManagementPolicy()) ? "" : beforeHigher(victim, now);
        }
        StatefulSet.UpdateStrategy strategy = set.spec().updateStrategy();
        StatefulSet.RollingUpdate rolling = strategy == null ? null : strategy.rollingUpdate();
        int partition = rolling == null || rolling.partition() == null ? 0 : rolling.partition();
        if (victim.ordinal() < first + partition) {
            return "was deleted to be updated, expected that from ordinal " + (first + partition) + " on";
        }
        boolean isOneByOne = rolling == null || rolling.maxUnavailable() == null;
        return isOneByOne ? beforeSuccessors(victim, settings, first, now) : "";
    }

    private String beforeHigher(Known victim, long now) {
        for (Known other : pods.values()) {
            if (other.ordinal() > victim.ordinal() && isSibling(other, victim) && !lag.mayHide(other.cameAt(), now)) {
                return "was deleted while " + ObjectNames.of(other.pod()) + " was still there";
            }
        }
        return "";
    }

    private String beforeSuccessors(Known victim, Settings settings, int first, long now) {
        StatefulSet.Status status = settings.set().status();
        boolean isKnown = status != null && !lag.mayHide(settings.statusSince(), now);
        for (Known other : pods.values()) {
            boolean isLater = other.ordinal() > victim.ordinal()
                    && other.ordinal() < first + settings.set().replicas()
                    && isSibling(other, victim);
            if (isLater && other.ailingSince() != Long.MAX_VALUE && !lag.mayHide(other.ailingSince(), now)) {
                return "was deleted to be updated while " + ObjectNames.of(other.pod()) + " was not ready";
            }
            if (isLater
                    && isKnown
                    && !other.pod().metadata().isDeleting()
                    && !lag.mayHide(other.cameAt(), now)
                    && !String.valueOf(status.updateRevision()).equals(revision(other.pod()))) {
                return "was deleted to be updated before " + ObjectNames.of(other.pod());
            }
        }
        return "";
    }

    private static boolean isSibling(Known one, Known other) {
        return Present.controllerOf(one.pod()).equals(Present.controllerOf(other.pod()));
    }

    private static String revision(Pod pod) {
        return pod.metadata().labels().getOrDefault(HASH, "");
    }

    /** A pod below the partition is made anew as it was. */
    private void judgeRevision(Pod made, int ordinal, long now, Outcomes outcomes) {
        Settings settings = sets.get(Present.controllerOf(made));
        if (settings == null
                || settings.set().status() == null
                || lag.mayHide(settings.since(), now)
                || lag.mayHide(settings.statusSince(), now)) {
            return;
        }
        StatefulSet set = settings.set();
        StatefulSet.UpdateStrategy strategy = set.spec().updateStrategy();
        boolean isPartitioned = strategy != null
                && !"OnDelete".equals(strategy.type())
                && strategy.rollingUpdate() != null
                && strategy.rollingUpdate().partition() != null;
        int first = set.spec().ordinals() == null || set.spec().ordinals().start() == null
                ? 0
                : set.spec().ordinals().start();
        String current = String.valueOf(set.status().currentRevision());
        if (isPartitioned
                && ordinal < first + strategy.rollingUpdate().partition()
                && !current.equals(revision(made))) {
            outcomes.broken(
                    this,
                    ObjectNames.of(made),
                    "is of revision " + revision(made) + ", expected " + current + " below the partition");
        }
    }
}
