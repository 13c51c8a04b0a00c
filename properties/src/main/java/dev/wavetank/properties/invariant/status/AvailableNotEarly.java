package dev.wavetank.properties.invariant.status;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Departed;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The status of a ReplicaSet, StatefulSet or DaemonSet with {@code minReadySeconds} counts no pod as available before
 * it has been ready for that long ({@code IsPodAvailable}, pkg/api/v1/pod, v1.32).
 */
public final class AvailableNotEarly implements Invariant {

    private static final List<String> WORKLOADS = List.of(ReplicaSet.KIND, StatefulSet.KIND, DaemonSet.KIND);

    private final CacheLag lag;
    private final boolean setsWait;
    /** The pods of each workload by its uid, and theirs. */
    private final Map<String, Map<String, Seen>> pods = new LinkedHashMap<>();

    private final Departed<Owned> departed = new Departed<>(this::forget);

    private boolean clocksAreRight = true;

    /** What controllers may know of a pod. */
    private static final class Seen {
        /** Since when it has been ready; null while it is not. */
        private @Nullable Instant readySince;
        /** Since when it was ready before that, as a cache may still show it. */
        private @Nullable Instant formerlySince;
        /** Virtual time of the end of that. */
        private long formerlyUntil;
    }

    /** A pod of a workload, by their uids. */
    private record Owned(String owner, String pod) {}

    /** In a cluster of a version, with the age of what controllers act on. */
    public AvailableNotEarly(KubernetesVersion version, CacheLag lag) {
        this.lag = lag;
        this.setsWait = version.has(Feature.STATEFUL_SET_MIN_READY);
    }

    @Override
    public String name() {
        return "AvailableNotEarly";
    }

    @Override
    public String reason() {
        return "minReadySeconds keeps a roll-out from going on with pods that fail soon after they became ready. A pod"
                + " that was available until shortly before may still be counted; with a wrong clock nothing is"
                + " judged.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "API reference v1.32, ReplicaSetSpec, StatefulSetSpec and DaemonSetSpec: minReadySeconds",
                "pkg/api/v1/pod/util.go (v1.32), IsPodAvailable");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.ROLLOUTS, Tag.STATUS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "The status of a workload counts no pod as available before it has been ready for minReadySeconds.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, ReplicaSet.class, StatefulSet.class, DaemonSet.class, FaultTrace.Opened.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof FaultTrace.Opened opened) {
            clocksAreRight &= !(opened.fault() instanceof ComponentFault.SkewedClock);
        } else if (entry.record() instanceof StoreTrace change && clocksAreRight) {
            observe(change, entry.time(), outcomes);
        }
    }

    private void observe(StoreTrace change, long now, Outcomes outcomes) {
        KubernetesObject object = change.object();
        boolean isGone = change.change() == WatchEvent.Type.DELETED;
        if (object instanceof Pod pod) {
            pod.metadata()
                    .controller()
                    .filter(owner -> WORKLOADS.contains(owner.kind()))
                    .ifPresent(owner -> note(owner.uid(), pod, isGone, now));
        } else if (isGone) {
            if (WORKLOADS.contains(object.kind())) {
                pods.remove(object.uid());
            }
        } else {
            Counted counted = counted(object);
            KubernetesObject previous = change.previous();
            Counted before = previous == null ? null : counted(previous);
            if (counted != null && counted.available() > (before == null ? 0 : before.available())) {
                judge(object, counted, now, outcomes);
            }
        }
    }

    /**
     * What a status says.
     *
     * @param minReadySeconds of the spec
     * @param isOfSpec whether it is the status of that spec, and not of one before
     */
    private record Counted(int available, int minReadySeconds, boolean isOfSpec) {

        private static Counted of(
                KubernetesObject workload,
                @Nullable Integer available,
                @Nullable Integer minReadySeconds,
                @Nullable Long observed) {
            return new Counted(
                    Defaults.zeroIfNull(available),
                    Defaults.zeroIfNull(minReadySeconds),
                    Objects.equals(observed, workload.metadata().generation()));
        }
    }

    private @Nullable Counted counted(KubernetesObject object) {
        if (object instanceof ReplicaSet set && set.status() != null) {
            ReplicaSet.Status status = set.status();
            return Counted.of(
                    set, status.availableReplicas(), set.spec().minReadySeconds(), status.observedGeneration());
        }
        if (object instanceof StatefulSet set && set.status() != null && setsWait) {
            StatefulSet.Status status = set.status();
            return Counted.of(
                    set, status.availableReplicas(), set.spec().minReadySeconds(), status.observedGeneration());
        }
        if (object instanceof DaemonSet set && set.status() != null) {
            DaemonSet.Status status = set.status();
            return Counted.of(set, status.numberAvailable(), set.spec().minReadySeconds(), status.observedGeneration());
        }
        return null;
    }

    private void note(String owner, Pod pod, boolean isGone, long now) {
        Map<String, Seen> own = pods.computeIfAbsent(owner, first -> new LinkedHashMap<>());
        Seen seen = own.computeIfAbsent(pod.uid(), first -> new Seen());
        Instant since = isGone ? null : readySince(pod);
        if (seen.readySince != null && !seen.readySince.equals(since)) {
            seen.formerlySince = seen.readySince;
            seen.formerlyUntil = now;
        }
        seen.readySince = since;
        if (isGone) {
            departed.add(new Owned(owner, pod.uid()), now);
        }
    }

    private void forget(Owned gone) {
        Map<String, Seen> own = pods.get(gone.owner());
        if (own != null && own.remove(gone.pod()) != null && own.isEmpty()) {
            pods.remove(gone.owner());
        }
    }

    private static @Nullable Instant readySince(Pod pod) {
        if (pod.status() != null) {
            for (Pod.Condition condition : pod.status().conditions()) {
                if (condition.type().equals("Ready") && condition.status().equals("True")) {
                    return condition.lastTransitionTime() == null ? Instant.EPOCH : condition.lastTransitionTime();
                }
            }
        }
        return null;
    }

    private void judge(KubernetesObject workload, Counted counted, long now, Outcomes outcomes) {
        if (counted.minReadySeconds() == 0 || !counted.isOfSpec()) {
            return;
        }
        Instant latest = VirtualTime.calendar(now).minusSeconds(counted.minReadySeconds());
        long possible = 0;
        for (Seen seen :
                pods.getOrDefault(workload.uid(), new LinkedHashMap<>()).values()) {
            possible += mayBeAvailable(seen, latest, now) ? 1 : 0;
        }
        if (counted.available() > possible) {
            outcomes.broken(
                    this,
                    ObjectNames.of(workload),
                    "counts " + counted.available() + " pods as available, of which " + possible
                            + " have been ready for " + counted.minReadySeconds() + "s");
        }
    }

    private boolean mayBeAvailable(Seen seen, Instant latest, long now) {
        return seen.readySince != null && !seen.readySince.isAfter(latest)
                || seen.formerlySince != null
                        && !seen.formerlySince.isAfter(latest)
                        && lag.mayHide(seen.formerlyUntil, now);
    }
}
