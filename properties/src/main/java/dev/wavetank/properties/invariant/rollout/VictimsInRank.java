package dev.wavetank.properties.invariant.rollout;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.ReplicaSet;
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
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Of pods that are all ready a ReplicaSet that shrinks deletes those with the lower deletion cost first, of equal ones
 * those on nodes with more pods of the same owner, and of these the ones that have been ready for a shorter time.
 *
 * <p>Times count by their logarithm to the base 2, so that pods of about the same age are equal.
 */
public final class VictimsInRank implements Invariant {

    private static final String COST = "controller.kubernetes.io/pod-deletion-cost";
    /** The deletions of one sync are sent within this time. */
    private static final long SYNC = VirtualTime.SECOND;
    /** The controller has ranked the pods at most so long before the first deletion is stored. */
    private static final long RANKING = 5 * VirtualTime.SECOND;

    private final CacheLag lag;
    private final boolean hasCost;
    private final Present<ReplicaSet> sets = Present.byOwner(ReplicaSet.class);
    private final Present<Pod> pods = Present.byOwner(Pod.class);
    /** When a pod of a ReplicaSet or of its siblings changed last, by the uid of their common owner. */
    private final Map<String, Long> changed = new LinkedHashMap<>();
    /** The shrinks that deletions belong to, until the request shows which client sent them. */
    private final Map<ObjectKey, Shrink> going = new LinkedHashMap<>();
    /** The ReplicaSets that shrink now, by uid. */
    private final Map<String, Shrink> open = new LinkedHashMap<>();

    private boolean isDisturbed;

    /** The pods before a shrink, how many of their owner each node had, which began to go, and which it deleted. */
    private record Shrink(
            long at, Map<ObjectKey, Pod> pods, Map<String, Integer> onNode, Set<String> begun, Set<String> victims) {

        private Shrink unjudged() {
            return new Shrink(at, Map.of(), Map.of(), begun, victims);
        }
    }

    /** In a cluster of this version, with the age of what controllers act on. */
    public VictimsInRank(CacheLag lag, KubernetesVersion version) {
        this.lag = lag;
        this.hasCost = version.has(Feature.POD_DELETION_COST) && version.has(Feature.RELATED_PODS_RANKING);
    }

    @Override
    public String name() {
        return "VictimsInRank";
    }

    @Override
    public String reason() {
        return "Users put a deletion cost on pods with many sessions or a long task; the rule about nodes keeps"
                + " what is left spread out; and pods that have just come have fewer sessions to lose."
                + " Judged are shrinks among ready pods that were unchanged for longer"
                + " than a cache lags, until the first fault.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, ReplicaSet, Scaling a ReplicaSet; Pod deletion cost",
                "KEP-2255 (pod deletion cost); KEP-2185 (random pod selection on ReplicaSet downscale)",
                "pkg/controller/controller_utils.go (v1.32), ActivePodsWithRanks");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A ReplicaSet that shrinks deletes ready pods by their deletion cost, then from the fullest nodes,"
                + " then the youngest.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(StoreTrace.class, RequestTrace.class, FaultTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (isDisturbed || !hasCost) {
            return;
        }
        if (entry.record() instanceof FaultTrace) {
            isDisturbed = true;
            return;
        }
        close(entry.time(), outcomes);
        if (entry.record() instanceof StoreTrace change) {
            if (change.object() instanceof Pod pod) {
                observe(pod, change, entry.time());
            } else if (sets.observe(change)) {
                leaveOut(change);
            }
        } else if (!going.isEmpty()
                && entry.record() instanceof RequestTrace request
                && request.call().request() instanceof ApiRequest.Delete delete) {
            Shrink shrink = going.remove(delete.key());
            boolean isOwn = request.call().userAgent().equals(KubernetesController.REPLICA_SET.userAgent());
            if (shrink != null && isOwn && request.isWrite()) {
                Pod victim = shrink.pods().get(delete.key());
                if (victim != null) {
                    shrink.victims().add(victim.uid());
                }
            }
        }
    }

    private void close(long now, Outcomes outcomes) {
        if (open.isEmpty()) {
            return;
        }
        open.values().removeIf(shrink -> {
            boolean isOver = now - shrink.at() > SYNC;
            if (isOver) {
                judge(shrink, outcomes);
            }
            return isOver;
        });
    }

    /** A ReplicaSet that gets another size while it shrinks ranks again, by where pods are then. */
    private void leaveOut(StoreTrace change) {
        if (change.object() instanceof ReplicaSet set
                && change.previous() instanceof ReplicaSet before
                && !Objects.equals(before.spec().replicas(), set.spec().replicas())) {
            open.computeIfPresent(set.uid(), (uid, shrink) -> shrink.unjudged());
        }
    }

    private void observe(Pod pod, StoreTrace change, long now) {
        String owner = Present.controllerOf(pod);
        ReplicaSet set = sets.get(owner);
        boolean begins = change.previous() instanceof Pod before && before.isActive() && !pod.isActive();
        if (set != null && begins && !pod.isFinished()) {
            Shrink shrink = open.computeIfAbsent(owner, first -> shrink(set, now));
            shrink.begun().add(pod.uid());
            going.put(pod.key(), shrink);
        }
        if (set != null && change.change() != WatchEvent.Type.DELETED) {
            changed.put(family(set), now);
        }
        pods.observe(change);
    }

    private static String family(ReplicaSet set) {
        String above = Present.controllerOf(set);
        return above.isEmpty() ? set.uid() : above;
    }

    /** The pods as they are; none where they have just changed, or where some are not ready. */
    private Shrink shrink(ReplicaSet set, long now) {
        if (lag.mayHide(changed.getOrDefault(family(set), now), now)) {
            return new Shrink(now, Map.of(), Map.of(), new LinkedHashSet<>(), new LinkedHashSet<>());
        }
        Map<ObjectKey, Pod> own = new LinkedHashMap<>();
        Map<String, Integer> onNode = new LinkedHashMap<>();
        boolean isJudged = true;
        String above = Present.controllerOf(set);
        for (ReplicaSet sibling : above.isEmpty() ? List.of(set) : List.copyOf(sets.ownedBy(above))) {
            for (Pod pod : pods.ownedBy(sibling.uid())) {
                if (pod.isActive() && pod.nodeName() != null) {
                    onNode.merge(pod.nodeName(), 1, Integer::sum);
                }
                if (sibling == set && pod.isActive()) {
                    own.put(pod.key(), pod);
                    isJudged &= pod.isReady();
                }
            }
        }
        return new Shrink(
                now,
                isJudged ? own : Map.of(),
                above.isEmpty() ? Map.of() : onNode,
                new LinkedHashSet<>(),
                new LinkedHashSet<>());
    }

    /** A shrink is not judged when pods were ended by other clients, too. */
    private void judge(Shrink shrink, Outcomes outcomes) {
        if (!shrink.begun().equals(shrink.victims())) {
            return;
        }
        Pod last = null;
        Pod first = null;
        for (Pod pod : shrink.pods().values()) {
            if (!shrink.victims().contains(pod.uid())) {
                first = first == null || comesFirst(pod, first, shrink) ? pod : first;
            } else if (last == null || comesFirst(last, pod, shrink)) {
                last = pod;
            }
        }
        if (first != null && last != null && comesFirst(first, last, shrink)) {
            outcomes.broken(
                    this,
                    ObjectNames.of(last),
                    "was deleted by its ReplicaSet before " + ObjectNames.of(first) + ", which has deletion cost "
                            + cost(first) + ", " + on(first, shrink) + " pods on its node and is ready since "
                            + readySince(first) + ", against " + cost(last) + ", " + on(last, shrink) + " and "
                            + readySince(last));
        }
    }

    private static boolean comesFirst(Pod one, Pod other, Shrink shrink) {
        if (cost(one) != cost(other)) {
            return cost(one) < cost(other);
        }
        int pods = on(one, shrink);
        int otherPods = on(other, shrink);
        return pods != otherPods ? pods > otherPods : isYounger(one, other, shrink.at());
    }

    /** Whether a pod is clearly ready for a shorter time, whenever the controller looked. */
    private static boolean isYounger(Pod one, Pod other, long at) {
        Instant since = readySince(one);
        Instant otherSince = readySince(other);
        if (since == null || otherSince == null) {
            return false;
        }
        Instant last = VirtualTime.calendar(at);
        Instant first = VirtualTime.calendar(Math.max(0, at - RANKING));
        return rank(since, last) < rank(otherSince, last) && rank(since, first) < rank(otherSince, first);
    }

    private static @Nullable Instant readySince(Pod pod) {
        return pod.condition("Ready").map(Pod.Condition::lastTransitionTime).orElse(null);
    }

    /** The logarithm of an age; -1 for a time that is not past. */
    private static int rank(Instant since, Instant now) {
        long age = Timestamps.between(since, now);
        return age <= 0 ? -1 : Long.SIZE - 1 - Long.numberOfLeadingZeros(age);
    }

    private static int on(Pod pod, Shrink shrink) {
        return shrink.onNode().getOrDefault(String.valueOf(pod.nodeName()), 0);
    }

    private static int cost(Pod pod) {
        String text = pod.metadata().annotations().getOrDefault(COST, "0");
        return text.matches("-?[0-9]{1,9}") ? Integer.parseInt(text) : 0;
    }
}
