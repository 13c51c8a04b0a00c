package dev.wavetank.properties.invariant.rollout;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A StatefulSet removes and updates its pods from the highest ordinal down, one after the other, and leaves those below
 * its partition as they are; with {@code maxUnavailable}, so many may be updated at once. Judged
 * are the deletions by its controller, and the revisions of pods that are made.
 */
public final class OrdinalsInTurn implements Invariant {

    private static final String HASH = "controller-revision-hash";

    private final CacheLag lag;
    private final Map<String, Settings> sets = new LinkedHashMap<>();
    private final Map<String, Known> pods = new LinkedHashMap<>();
    /** What a deletion found, until it is known who sent it. */
    private final Map<ObjectKey, Going> going = new LinkedHashMap<>();

    /** The pods that the controller has deleted itself, by uid. */
    private final Set<String> deletedItself = new LinkedHashSet<>();

    /** Whether the controller knows its own writes: from a fault on, it may have lost its memory. */
    private boolean knowsItsWrites;

    /** A set with one spec, since when it has that, its template and its revisions, and what it was before. */
    private record Settings(
            StatefulSet set,
            long since,
            long templateSince,
            long statusSince,
            @Nullable Settings former) {}

    /** A pod, and since when it is ready or not; the other of the two is the greatest number. */
    private record Known(Pod pod, int ordinal, long cameAt, long ailingSince, long readySince) {}

    private record Going(Known known, String mistake) {}

    /** With the age of what controllers act on, of this version. */
    public OrdinalsInTurn(CacheLag lag, KubernetesVersion version) {
        this.lag = lag;
        this.knowsItsWrites = version.has(Feature.STALE_CONTROLLER_CONSISTENCY_STATEFUL_SET);
    }

    @Override
    public String name() {
        return "OrdinalsInTurn";
    }

    @Override
    public String reason() {
        return "Clusters of databases count on it: members leave in a known order, and a canary behind a"
                + " partition stays one. With Parallel only updates have an order. What happened lately, the"
                + " controller's cache may not show.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, StatefulSets, Rolling Updates; Deployment and Scaling Guarantees",
                "pkg/controller/statefulset/stateful_set_control.go (v1.32), updateStatefulSet");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.ROLLOUTS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A StatefulSet removes and updates pods from the highest ordinal down, one by one, to its partition.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(StatefulSet.class, Pod.class, ApiRequest.Delete.class, FaultTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change) {
            if (change.object() instanceof StatefulSet set) {
                observe(set, change, entry.time());
            } else if (change.object() instanceof Pod pod && sets.containsKey(Present.controllerOf(pod))) {
                observe(pod, change, entry.time(), outcomes);
            }
        } else if (entry.record() instanceof FaultTrace) {
            knowsItsWrites = false;
        } else if (!going.isEmpty()
                && entry.record() instanceof RequestTrace request
                && request.call().request() instanceof ApiRequest.Delete delete) {
            Going one = going.remove(delete.key());
            boolean isOwn = request.call().userAgent().equals(KubernetesController.STATEFUL_SET.userAgent());
            if (one != null && isOwn && request.isWrite()) {
                deletedItself.add(one.known().pod().uid());
                if (!one.mistake().isEmpty()) {
                    outcomes.broken(this, ObjectNames.of(one.known().pod()), one.mistake());
                }
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
        boolean isSameTemplate = before != null
                && Objects.equals(before.set().spec().template(), set.spec().template());
        long since = before != null && isSame ? before.since() : now;
        long templateSince = before != null && isSameTemplate ? before.templateSince() : now;
        long statusSince = before != null && isSameStatus ? before.statusSince() : now;
        Settings former = before == null || isSame ? null : before;
        if (before != null && isSame && before.former() != null && lag.mayHide(since, now)) {
            former = before.former();
        }
        sets.put(set.uid(), new Settings(set, since, templateSince, statusSince, former));
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
            going.put(pod.key(), new Going(before, mistake(before, now)));
        }
        if (change.change() == WatchEvent.Type.DELETED) {
            pods.remove(pod.uid());
            deletedItself.remove(pod.uid());
            return;
        }
        if (change.change() == WatchEvent.Type.ADDED) {
            judgeRevision(pod, ordinal, now, outcomes);
        }
        boolean isHealthy = pod.phase().equals("Running") && pod.isReady() && !isGoing;
        long ailing = isHealthy ? Long.MAX_VALUE : since(before == null ? null : before.ailingSince(), now);
        long ready = isHealthy ? since(before == null ? null : before.readySince(), now) : Long.MAX_VALUE;
        pods.put(pod.uid(), new Known(pod, ordinal, before == null ? now : before.cameAt(), ailing, ready));
    }

    private static long since(@Nullable Long before, long now) {
        return before == null || before == Long.MAX_VALUE ? now : before;
    }

    /** What is wrong with the deletion of a pod by the controller, whatever it has seen; empty when nothing is. */
    private String mistake(Known victim, long now) {
        Settings settings = sets.get(Present.controllerOf(victim.pod()));
        if (settings == null || victim.pod().isFinished()) {
            return "";
        }
        String mistake = mistake(victim, settings, now);
        while (!mistake.isEmpty() && lag.mayHide(settings.since(), now)) {
            settings = settings.former();
            if (settings == null || mistake(victim, settings, now).isEmpty()) {
                return "";
            }
        }
        return mistake;
    }

    private String mistake(Known victim, Settings settings, long now) {
        StatefulSet set = settings.set();
        int first = set.spec().ordinals() == null || set.spec().ordinals().start() == null
                ? 0
                : set.spec().ordinals().start();
        boolean isWanted = victim.ordinal() >= first && victim.ordinal() < first + set.replicas();
        if (!isWanted) {
            return "Parallel".equals(set.spec().podManagementPolicy()) ? "" : outOfOrder(victim, now);
        }
        StatefulSet.UpdateStrategy strategy = set.spec().updateStrategy();
        if (strategy != null && "OnDelete".equals(strategy.type())) {
            return "was deleted to be updated, which is left to users with OnDelete";
        }
        StatefulSet.RollingUpdate rolling = strategy == null ? null : strategy.rollingUpdate();
        int partition = rolling == null || rolling.partition() == null ? 0 : rolling.partition();
        if (victim.ordinal() < first + partition) {
            return "was deleted to be updated, expected that from ordinal " + (first + partition) + " on";
        }
        if (isRevisionKnown(settings, now)
                && revision(victim.pod()).equals(set.status().updateRevision())) {
            return "was deleted although it is wanted and of the latest template";
        }
        return rolling == null || rolling.maxUnavailable() == null
                ? beforeSuccessors(victim, settings, first, now)
                : beyondBound(victim, set, first, now);
    }

    private boolean isRevisionKnown(Settings settings, long now) {
        return settings.set().status() != null
                && !lag.mayHide(settings.templateSince(), now)
                && !lag.mayHide(settings.statusSince(), now);
    }

    /** Of those that are too many the last goes first, and with one that is not ready it waits for those before. */
    private String outOfOrder(Known victim, long now) {
        String higher = beforeHigher(victim, now);
        if (!higher.isEmpty() || victim.ailingSince() == Long.MAX_VALUE || lag.mayHide(victim.ailingSince(), now)) {
            return higher;
        }
        for (Known other : pods.values()) {
            boolean ails = other.ailingSince() != Long.MAX_VALUE && !lag.mayHide(other.ailingSince(), now);
            if (ails && other.ordinal() < victim.ordinal() && isSibling(other, victim)) {
                return "was deleted unready while " + ObjectNames.of(other.pod()) + " before it was not ready either";
            }
        }
        return "";
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
        if (mayGoUnready(victim, settings.set(), now)) {
            return "";
        }
        StatefulSet.Status status = settings.set().status();
        boolean isKnown = status != null && !lag.mayHide(settings.statusSince(), now);
        for (Known other : pods.values()) {
            boolean isLater = other.ordinal() > victim.ordinal()
                    && other.ordinal() < first + settings.set().replicas()
                    && isSibling(other, victim);
            if (isLater && ails(other, now)) {
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

    /** With a bound for pods that are not available, several may go at once. */
    private String beyondBound(Known victim, StatefulSet set, int first, long now) {
        if (mayGoUnready(victim, set, now)) {
            return "";
        }
        int most = StatefulSetBound.maxUnavailable(set);
        long others = pods.values().stream()
                .filter(other -> other.ordinal() >= first
                        && other.ordinal() < first + set.replicas()
                        && other.ordinal() != victim.ordinal()
                        && isSibling(other, victim)
                        && ails(other, now))
                .count();
        return others < most
                ? ""
                : "was deleted to be updated while " + others + " others were not ready, expected fewer than " + most;
    }

    /** Of a set without order, pods that are not ready go whatever the others are. */
    private boolean mayGoUnready(Known victim, StatefulSet set, long now) {
        boolean mayLookUnready = victim.readySince() == Long.MAX_VALUE || lag.mayHide(victim.readySince(), now);
        return mayLookUnready && "Parallel".equals(set.spec().podManagementPolicy());
    }

    /** Whether the controller knows that a pod is not ready. */
    private boolean ails(Known other, long now) {
        return other.ailingSince() != Long.MAX_VALUE
                && (!lag.mayHide(other.ailingSince(), now)
                        || knowsItsWrites && deletedItself.contains(other.pod().uid()));
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
