package dev.wavetank.properties.invariant.nodelifecycle;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * No pod is evicted from a node that was never tainted, nor sooner after the node's first taint than it tolerates, nor
 * when all taints that are left are tolerated.
 *
 * <p>The controller acts on what it has seen, so a taint that is gone for a moment is an excuse for pods that were
 * there; for pods that came later it is a {@linkplain KnownBehaviour#STALE_TAINT known behaviour}. So is an eviction
 * that was not cancelled because another taint was left ({@link KnownBehaviour#TOLERATED_TAINT_LEFT}). That it began
 * too early is no excuse.
 */
public final class TaintedBeforeEvicted implements Invariant {

    private static final long STILL = Long.MAX_VALUE;
    private static final long FOREVER = Long.MAX_VALUE / 2;

    private final CacheLag lag;
    private final boolean cancelsTolerated;
    /** When a taint was first on a node, by the node's name and key and value of the taint. */
    private final Map<String, Map<Node.Taint, Long>> firstTainted = new LinkedHashMap<>();
    /** The last time at which a node had a taint, by the same; {@link #STILL} while it has it. */
    private final Map<String, Map<Node.Taint, Long>> lastTainted = new LinkedHashMap<>();
    /** When pods came to their nodes, by uid. */
    private final Map<String, Long> boundAt = new LinkedHashMap<>();
    /** Pods on nodes as they are now, by uid. */
    private final Map<String, Pod> pods = new LinkedHashMap<>();
    /** When the tolerations of pods changed last, by uid. */
    private final Map<String, Long> changedAt = new LinkedHashMap<>();

    /** In a cluster of that version, with the age of what controllers act on. */
    public TaintedBeforeEvicted(CacheLag lag, KubernetesVersion version) {
        this.lag = lag.ofControlPlane();
        this.cancelsTolerated = version.has(Feature.TOLERATED_EVICTION_CANCELLED);
    }

    @Override
    public String name() {
        return "TaintedBeforeEvicted";
    }

    @Override
    public String reason() {
        return "A toleration with tolerationSeconds is how long a pod with a disk or a warm cache waits for its"
                + " node to come back; an eviction that comes earlier, or without a taint, throws that away. Up to"
                + " v1.12 pods were deleted without taints, because their node was lost, which is not judged there.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Taints and Tolerations, Taint based Evictions",
                "pkg/controller/tainteviction/taint_eviction.go (v1.32), processPodOnNode",
                "kubernetes#139992, kubernetes#90794");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.NODES, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "No pod is evicted from a node that was never tainted, nor sooner than it tolerates, nor without need.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, Node.class, ApiRequest.Delete.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change) {
            if (change.object() instanceof Node node && change.change() != WatchEvent.Type.DELETED) {
                observe(node, entry.time());
            } else if (change.object() instanceof Pod pod) {
                observe(pod, change, entry.time());
            }
        } else if (entry.record() instanceof RequestTrace request
                && request.verb().equals("delete")
                && TaintEvictors.has(request.call().userAgent())
                && request.response() instanceof ApiResponse.One one
                && one.object() instanceof Pod pod
                && pod.nodeName() != null) {
            judge(pod, request.received(), outcomes);
        }
    }

    private void observe(Pod pod, StoreTrace change, long now) {
        if (change.change() == WatchEvent.Type.DELETED) {
            boundAt.remove(pod.uid());
            pods.remove(pod.uid());
        } else if (pod.nodeName() != null) {
            boundAt.putIfAbsent(pod.uid(), now);
            Pod before = pods.put(pod.uid(), pod);
            if (before != null && !before.spec().tolerations().equals(pod.spec().tolerations())) {
                changedAt.put(pod.uid(), now);
            }
        }
    }

    private void observe(Node node, long now) {
        String name = node.metadata().name();
        List<Node.Taint> evicting = PlannedEvictions.evicting(node).stream()
                .map(taint -> new Node.Taint(taint.key(), taint.value(), taint.effect(), null))
                .toList();
        if (evicting.isEmpty() && !lastTainted.containsKey(name)) {
            return;
        }
        Map<Node.Taint, Long> first = firstTainted.computeIfAbsent(name, missing -> new LinkedHashMap<>());
        Map<Node.Taint, Long> last = lastTainted.computeIfAbsent(name, missing -> new LinkedHashMap<>());
        last.replaceAll((taint, until) -> until == STILL && !evicting.contains(taint) ? (Long) now : until);
        for (Node.Taint taint : evicting) {
            first.putIfAbsent(taint, now);
            last.put(taint, STILL);
        }
    }

    private void judge(Pod pod, long now, Outcomes outcomes) {
        if (pod.status() != null && "NodeLost".equals(pod.status().reason())) {
            return;
        }
        Map<Node.Taint, Long> taints = firstTainted.get(pod.nodeName());
        if (taints == null) {
            outcomes.broken(
                    this, ObjectNames.of(pod), "was evicted from node " + pod.nodeName() + ", which was never tainted");
            return;
        }
        long soonest = Long.MAX_VALUE;
        for (Map.Entry<Node.Taint, Long> taint : taints.entrySet()) {
            soonest = Math.min(soonest, Math.addExact(taint.getValue(), leastPatience(pod, taint.getKey())));
        }
        if (now < soonest) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "was evicted from node " + pod.nodeName() + " " + VirtualTime.span(soonest - now)
                            + " before its tolerations ran out");
            return;
        }
        judgeReason(pod, now, outcomes);
    }

    /** Whether a taint that the pod does not tolerate for ever is there, or was a moment ago. */
    private void judgeReason(Pod pod, long now, Outcomes outcomes) {
        Map<Node.Taint, Long> taints = lastTainted.getOrDefault(pod.nodeName(), Collections.emptyMap());
        OptionalLong last = taints.entrySet().stream()
                .filter(taint -> patience(pod, taint.getKey()) < FOREVER)
                .mapToLong(Map.Entry::getValue)
                .max();
        Long changed = changedAt.get(pod.uid());
        if (last.isEmpty()) {
            judgeTolerated(pod, changed, now, outcomes);
            return;
        }
        long gone = Math.max(last.getAsLong(), Objects.requireNonNullElse(changed, 0L));
        if (gone == STILL) {
            return;
        }
        Long bound = boundAt.get(pod.uid());
        if (bound != null && bound > gone) {
            outcomes.known(
                    KnownBehaviour.STALE_TAINT,
                    this,
                    ObjectNames.of(pod),
                    "was evicted from node " + pod.nodeName() + ", to which it came " + VirtualTime.span(bound - gone)
                            + " after the node's last taint was gone");
        } else if (!lag.mayHide(gone, now)) {
            String detail = "was evicted from node " + pod.nodeName() + " " + VirtualTime.span(now - gone)
                    + " after the last taint that it does not tolerate was gone";
            if (!cancelsTolerated && taints.containsValue(STILL)) {
                outcomes.known(KnownBehaviour.TOLERATED_TAINT_LEFT, this, ObjectNames.of(pod), detail);
            } else {
                outcomes.broken(this, ObjectNames.of(pod), detail);
            }
        }
    }

    /** No taint that the node ever had would have been a reason. */
    private void judgeTolerated(Pod pod, @Nullable Long changed, long now, Outcomes outcomes) {
        if (changed != null && lag.mayHide(changed, now)) {
            return;
        }
        String detail = "was evicted from node " + pod.nodeName() + ", all of whose taints it tolerates without an end";
        if (!cancelsTolerated && changed != null) {
            outcomes.known(KnownBehaviour.TOLERATED_TAINT_LEFT, this, ObjectNames.of(pod), detail);
        } else {
            outcomes.broken(this, ObjectNames.of(pod), detail);
        }
    }

    /** How long the pod tolerates the taint, in nanoseconds: the first toleration counts. */
    private static long patience(Pod pod, Node.Taint taint) {
        return pod.spec().tolerations().stream()
                .filter(toleration -> toleration.tolerates(taint))
                .findFirst()
                .map(TaintedBeforeEvicted::given)
                .orElse(0L);
    }

    /**
     * The least that a toleration of the taint gives, in nanoseconds: 0 without any, a time beyond all runs when it has
     * no end.
     */
    private static long leastPatience(Pod pod, Node.Taint taint) {
        return pod.spec().tolerations().stream()
                .filter(toleration ->
                        isAny(toleration.key()) || toleration.key().equals(taint.key()))
                .filter(toleration ->
                        isAny(toleration.effect()) || toleration.effect().equals("NoExecute"))
                .mapToLong(TaintedBeforeEvicted::given)
                .min()
                .orElse(0);
    }

    private static boolean isAny(String text) {
        return text == null || text.isEmpty();
    }

    private static long given(PodSpec.Toleration toleration) {
        return toleration.tolerationSeconds() == null ? FOREVER : toleration.tolerationSeconds() * VirtualTime.SECOND;
    }
}
