package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.controller.nodelifecycle.NodeLifecycleController;
import dev.wavetank.model.controller.tainteviction.TaintEvictionController;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * No pod is evicted from a node that was never tainted, nor sooner after the node's first taint than it tolerates.
 *
 * <p>The controller acts on what it has seen, so a taint that is gone again is an excuse for pods that were there;
 * for pods that came later it is a {@linkplain KnownBehaviour#STALE_TAINT known behaviour}. That it began too early is
 * no excuse. Up to 1.12 pods were deleted without taints, and said to be lost with their node.
 */
public final class TaintedBeforeEvicted implements Invariant {

    private static final long STILL = Long.MAX_VALUE;
    private static final List<String> EVICTORS = List.of(NodeLifecycleController.NAME, TaintEvictionController.NAME);

    /** When a taint was first on a node, by the node's name and the taint's key. */
    private final Map<String, Map<String, Long>> firstTainted = new LinkedHashMap<>();
    /** The last time at which a node had a taint that evicts; {@link #STILL} while it has one. */
    private final Map<String, Long> lastTainted = new LinkedHashMap<>();
    /** When pods came to their nodes, by uid. */
    private final Map<String, Long> boundAt = new LinkedHashMap<>();

    @Override
    public String name() {
        return "TaintedBeforeEvicted";
    }

    @Override
    public String statement() {
        return "No pod is evicted from a node that was never tainted, nor sooner than it tolerates.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(StoreTrace.class, RequestTrace.class);
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
                && EVICTORS.contains(request.call().userAgent())
                && request.response() instanceof ApiResponse.One one
                && one.object() instanceof Pod pod
                && pod.nodeName() != null) {
            judge(pod, request.received(), outcomes);
        }
    }

    private void observe(Pod pod, StoreTrace change, long now) {
        if (change.change() == WatchEvent.Type.DELETED) {
            boundAt.remove(pod.uid());
        } else if (pod.nodeName() != null && !lastTainted.isEmpty()) {
            boundAt.putIfAbsent(pod.uid(), now);
        }
    }

    private void observe(Node node, long now) {
        String name = node.metadata().name();
        List<Node.Taint> evicting = node.spec() == null
                ? List.of()
                : node.spec().taints().stream()
                        .filter(taint -> taint.effect().equals("NoExecute"))
                        .toList();
        for (Node.Taint taint : evicting) {
            firstTainted.computeIfAbsent(name, missing -> new LinkedHashMap<>()).putIfAbsent(taint.key(), now);
        }
        if (evicting.isEmpty()) {
            lastTainted.replace(name, STILL, now);
        } else {
            lastTainted.put(name, STILL);
        }
    }

    private void judge(Pod pod, long now, Outcomes outcomes) {
        if (pod.status() != null && "NodeLost".equals(pod.status().reason())) {
            return;
        }
        Map<String, Long> taints = firstTainted.get(pod.nodeName());
        if (taints == null) {
            outcomes.broken(
                    this, ObjectNames.of(pod), "was evicted from node " + pod.nodeName() + ", which was never tainted");
            return;
        }
        long soonest = Long.MAX_VALUE;
        for (Map.Entry<String, Long> taint : taints.entrySet()) {
            soonest = Math.min(soonest, Math.addExact(taint.getValue(), patience(pod, taint.getKey())));
        }
        if (now < soonest) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "was evicted from node " + pod.nodeName() + " " + VirtualTime.span(soonest - now)
                            + " before its tolerations ran out");
            return;
        }
        Long gone = lastTainted.get(pod.nodeName());
        Long bound = boundAt.get(pod.uid());
        if (gone != null && bound != null && bound > gone) {
            outcomes.known(
                    KnownBehaviour.STALE_TAINT,
                    this,
                    ObjectNames.of(pod),
                    "was evicted from node " + pod.nodeName() + ", to which it came " + VirtualTime.span(bound - gone)
                            + " after the node's last taint was gone");
        }
    }

    /**
     * The least that a toleration of the taint gives, in nanoseconds: 0 without any, a time beyond all runs when it has
     * no end.
     */
    private static long patience(Pod pod, String taint) {
        return pod.spec().tolerations().stream()
                .filter(toleration ->
                        isAny(toleration.key()) || toleration.key().equals(taint))
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
        return toleration.tolerationSeconds() == null
                ? Long.MAX_VALUE / 2
                : toleration.tolerationSeconds() * VirtualTime.SECOND;
    }
}
