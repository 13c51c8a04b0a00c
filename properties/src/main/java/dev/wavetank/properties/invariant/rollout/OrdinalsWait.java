package dev.wavetank.properties.invariant.rollout;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A StatefulSet that works in order makes no pod while one before it has not been ready for minReadySeconds. */
public final class OrdinalsWait implements Invariant {

    private final CacheLag lag;
    private final boolean isJudged;
    private final Present<StatefulSet> sets = new Present<>(StatefulSet.class);
    private final Present<Pod> pods = Present.byOwner(Pod.class, StatefulSet.KIND);
    private final Map<String, Long> changed = new LinkedHashMap<>();
    /** Pods that may not have been ready for long enough, by the uids of their sets, then by their own. */
    private final Map<String, Map<String, Pod>> young = new LinkedHashMap<>();
    /** Pods that were ready and then were not, by uid. */
    private final Set<String> flapped = new LinkedHashSet<>();

    private boolean isDisturbed;

    /** In a cluster of this version, with the age of what controllers act on. */
    public OrdinalsWait(CacheLag lag, KubernetesVersion version) {
        this.lag = lag;
        this.isJudged = version.has(Feature.STATEFUL_SET_MIN_READY);
    }

    @Override
    public String name() {
        return "OrdinalsWait";
    }

    @Override
    public String reason() {
        return "A member that has just become ready may fall over again; minReadySeconds keeps the next from"
                + " joining a cluster that is not stable. Judged is by the times in the pods, until a fault makes"
                + " clocks and caches doubtful, and not for a pod that was ready before.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "API reference v1.32, StatefulSetSpec: podManagementPolicy, minReadySeconds",
                "KEP-2599 (minReadySeconds for StatefulSets)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A StatefulSet that works in order makes no pod before those below it are ready for minReadySeconds.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(StatefulSet.class, Pod.class, FaultTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof FaultTrace) {
            isDisturbed = true;
        } else if (isJudged && !isDisturbed && entry.record() instanceof StoreTrace change) {
            if (change.object() instanceof Pod pod) {
                observe(pod, change, entry.time(), outcomes);
            } else if (sets.observe(change)) {
                boolean isSame = change.previous() instanceof StatefulSet before
                        && change.object() instanceof StatefulSet set
                        && before.spec().equals(set.spec());
                if (!isSame) {
                    changed(change.object().uid(), entry.time());
                }
            }
        }
    }

    /** Its minReadySeconds may have grown: all of its pods are young again. */
    private void changed(String set, long now) {
        changed.put(set, now);
        pods.ownedBy(set)
                .forEach(pod -> young.computeIfAbsent(set, first -> new LinkedHashMap<>())
                        .put(pod.uid(), pod));
    }

    private void observe(Pod pod, StoreTrace change, long now, Outcomes outcomes) {
        if (change.change() == WatchEvent.Type.DELETED) {
            flapped.remove(pod.uid());
        } else if (change.previous() instanceof Pod before && before.isReady() && !pod.isReady()) {
            flapped.add(pod.uid());
        }
        pods.observe(change);
        grow(pod, change);
        StatefulSet set = sets.get(Present.controllerOf(pod));
        if (set != null
                && change.change() == WatchEvent.Type.ADDED
                && !"Parallel".equals(set.spec().podManagementPolicy())
                && !lag.mayHide(changed.getOrDefault(set.uid(), now), now)) {
            int seconds = Defaults.zeroIfNull(set.spec().minReadySeconds());
            Map<String, Pod> others = young.getOrDefault(set.uid(), Collections.emptyMap());
            others.values().removeIf(other -> isOld(other, seconds, now));
            others.values().stream()
                    .filter(other -> ordinal(other) < ordinal(pod) && !flapped.contains(other.uid()))
                    .sorted(Comparator.comparingInt(OrdinalsWait::ordinal))
                    .forEach(other -> report(pod, other, seconds, outcomes));
        }
    }

    private void grow(Pod pod, StoreTrace change) {
        String owner = Present.controllerOf(pod);
        String former = change.previous() == null ? owner : Present.controllerOf(change.previous());
        boolean isGone = change.change() == WatchEvent.Type.DELETED;
        if (isGone || !former.equals(owner)) {
            young.getOrDefault(former, Collections.emptyMap()).remove(pod.uid());
        }
        if (!isGone && sets.get(owner) != null) {
            young.computeIfAbsent(owner, first -> new LinkedHashMap<>()).put(pod.uid(), pod);
        }
    }

    private static @Nullable Instant readySince(Pod pod) {
        return pod.isReady()
                ? pod.condition("Ready").map(Pod.Condition::lastTransitionTime).orElse(null)
                : null;
    }

    private static boolean isOld(Pod pod, int seconds, long now) {
        Instant ready = readySince(pod);
        return ready != null && !ready.plusSeconds(seconds).isAfter(VirtualTime.calendar(now));
    }

    private void report(Pod made, Pod lower, int seconds, Outcomes outcomes) {
        Instant ready = readySince(lower);
        outcomes.broken(
                this,
                ObjectNames.of(made),
                "was made while " + ObjectNames.of(lower)
                        + (ready == null
                                ? " was not ready"
                                : " was ready since " + ready + " only, expected that for " + seconds + "s"));
    }

    private static int ordinal(Pod pod) {
        String text = pod.metadata().name().substring(pod.metadata().name().lastIndexOf('-') + 1);
        return text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : Integer.MAX_VALUE;
    }
}
