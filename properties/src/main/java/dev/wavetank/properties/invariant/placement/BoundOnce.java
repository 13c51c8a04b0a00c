package dev.wavetank.properties.invariant.placement;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.scheduler.SchedulerView;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.LostAnswers;
import dev.wavetank.properties.invariant.NodeRequests;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A pod is bound once, and never to a node without room for it: allocatable resources less the requests of all
 * unfinished pods that are bound there, in cores, bytes and number of pods.
 */
public final class BoundOnce implements Invariant {

    private static final List<String> SCHEDULER = ComponentNames.anySchedulers();
    /** How long old schedulers wait to see a binding in their cache. */
    private static final long EXPIRY = 30 * VirtualTime.SECOND;

    private final CacheLag lag;
    private final Supplier<List<SchedulerView>> schedulers;
    private final boolean forgetsBindings;
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    /** When each placed pod was bound, by uid. */
    private final Map<String, Long> boundAt = new LinkedHashMap<>();

    /** When each unfinished pod came that named its node itself, by uid. */
    private final Map<String, Long> selfPlaced = new LinkedHashMap<>();

    private final Map<String, Pod> bound = new LinkedHashMap<>();
    private final Map<String, NodeRequests> byNode = new LinkedHashMap<>();
    private boolean judgingRoom = true;
    private boolean isDisturbed;

    /** In a cluster of this version, whose schedulers look after all resources. */
    public BoundOnce(KubernetesVersion version, CacheLag lag) {
        this(version, lag, List::of);
    }

    /**
     * In a cluster of this version.
     *
     * @param lag the age of what schedulers act on
     * @param schedulers those that are at work
     */
    public BoundOnce(KubernetesVersion version, CacheLag lag, Supplier<List<SchedulerView>> schedulers) {
        this.lag = lag;
        this.schedulers = schedulers;
        this.forgetsBindings = version.has(Feature.ASSUMED_POD_EXPIRY);
    }

    @Override
    public String name() {
        return "BoundOnce";
    }

    @Override
    public String reason() {
        return "Kubernetes moves work by deleting a pod and creating another: a pod that moves was bound twice,"
                + " and two kubelets may run it. A pod on a node without room is rejected by the kubelet. Room is"
                + " judged until the first fault that can deceive the scheduler about the API server, or the API"
                + " server about etcd: a scheduler that got no answer to a binding gives the room away again, and"
                + " one that restarts does not know of a binding in flight. Pods that named their node themselves do"
                + " not count while a scheduler may not have seen them: the kubelet rejects the pod that comes"
                + " second, and that a pod never moves is judged always; nor is room judged where the configuration of"
                + " the scheduler leaves it unchecked: without the filter NodeResourcesFit, or for resources that it"
                + " ignores.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "pkg/registry/core/pod/storage/storage.go (v1.32), setPodNodeAndMetadata: refuses a pod"
                        + " that has a node",
                "Kubernetes documentation v1.32, Kubernetes Scheduler; Resource Management for Pods and Containers");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.API_SERVER, Tag.SCHEDULER, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A pod is bound once, says so, and is never bound to a node without room for it.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Node.class, Pod.class, RequestTrace.class, FaultTrace.Opened.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        judgingRoom = judgingRoom && !LostAnswers.possible(entry.record(), SCHEDULER);
        isDisturbed = isDisturbed || entry.record() instanceof FaultTrace.Opened;
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        if (change.object() instanceof Node node) {
            if (change.change() != WatchEvent.Type.DELETED) {
                nodes.put(node.metadata().name(), node);
            }
        } else if (change.object() instanceof Pod pod) {
            observe(pod, change.change() == WatchEvent.Type.DELETED, entry.time(), outcomes);
            if (change.change() == WatchEvent.Type.MODIFIED && change.previous() instanceof Pod before) {
                judgeCondition(pod, before, outcomes);
            }
        }
    }

    private void judgeCondition(Pod pod, Pod before, Outcomes outcomes) {
        if (isEmpty(before.nodeName()) && !isEmpty(pod.nodeName()) && !wasAssigned(pod)) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "was bound to node " + pod.nodeName() + ", expected the condition PodScheduled");
        }
    }

    private static boolean isEmpty(@Nullable String node) {
        return node == null || node.isEmpty();
    }

    private void observe(Pod pod, boolean deleted, long now, Outcomes outcomes) {
        Pod before = bound.get(pod.uid());
        if (before != null && !deleted && !before.nodeName().equals(pod.nodeName())) {
            outcomes.broken(
                    this, ObjectNames.of(pod), "moved from node " + before.nodeName() + " to " + pod.nodeName());
        }
        if (isEmpty(pod.nodeName())) {
            return;
        }
        NodeRequests neighbours = byNode.computeIfAbsent(pod.nodeName(), missing -> new NodeRequests());
        if (deleted || pod.isFinished()) {
            bound.remove(pod.uid());
            boundAt.remove(pod.uid());
            selfPlaced.remove(pod.uid());
            neighbours.remove(pod);
            return;
        }
        Pod counted = NodeRequests.setAside(pod);
        bound.put(pod.uid(), counted);
        boundAt.putIfAbsent(pod.uid(), now);
        neighbours.put(counted);
        // A scheduler hears of a resize as late as of a pod that names its node.
        boolean isResized = before != null && counted != pod && !counted.spec().equals(before.spec());
        if (isResized || before == null && !wasAssigned(pod)) {
            selfPlaced.put(pod.uid(), now);
        }
        if (judgingRoom && before == null && wasAssigned(pod)) {
            checkRoom(pod, neighbours, now, outcomes);
        }
    }

    /** A pod that was created with a node name was never scheduled; the kubelet decides about it. */
    private static boolean wasAssigned(Pod pod) {
        return pod.condition("PodScheduled")
                .map(condition -> condition.status().equals("True"))
                .orElse(false);
    }

    private void checkRoom(Pod pod, NodeRequests neighbours, long now, Outcomes outcomes) {
        Node node = nodes.get(pod.nodeName());
        if (node == null || node.status() == null) {
            outcomes.broken(
                    this, ObjectNames.of(pod), "was bound to node " + pod.nodeName() + ", which does not exist");
            return;
        }
        for (Map.Entry<String, String> allocatable : node.status().allocatable().entrySet()) {
            String resource = allocatable.getKey();
            Quantity used = neighbours.of(resource);
            Quantity room = Quantity.parse(allocatable.getValue());
            if (used.compareTo(room) > 0
                    && used.minus(unseen(pod, resource, now)).compareTo(room) > 0
                    && isChecked(pod, resource)) {
                String seen = "was bound to node " + pod.nodeName() + ", where " + used + " of " + resource
                        + " are now in use, expected at most " + room;
                if (forgetsBindings && isDisturbed && hasOldNeighbour(pod, now)) {
                    outcomes.known(KnownBehaviour.FORGOTTEN_BINDINGS, this, ObjectNames.of(pod), seen);
                } else {
                    outcomes.broken(this, ObjectNames.of(pod), seen);
                }
            }
        }
    }

    /** Whether the configuration of the scheduler has it look after the resource. */
    private boolean isChecked(Pod pod, String resource) {
        return schedulers.get().stream()
                .filter(scheduler -> scheduler.isResponsible(pod))
                .allMatch(scheduler -> scheduler.checksRoom(pod, resource));
    }

    /** What pods of the node request that named it themselves, so lately that a scheduler may not have seen them. */
    private Quantity unseen(Pod pod, String resource, long now) {
        Quantity sum = Quantity.ZERO;
        for (Map.Entry<String, Long> placed : selfPlaced.entrySet()) {
            Pod other = bound.get(placed.getKey());
            if (other != null && pod.nodeName().equals(other.nodeName()) && lag.mayHide(placed.getValue(), now)) {
                sum = sum.plus(NodeRequests.request(other, resource));
            }
        }
        return sum;
    }

    /** Whether a pod of the node was bound so long ago that the scheduler may have forgotten it. */
    private boolean hasOldNeighbour(Pod pod, long now) {
        return bound.values().stream()
                .anyMatch(other -> pod.nodeName().equals(other.nodeName())
                        && now - boundAt.getOrDefault(other.uid(), now) >= EXPIRY);
    }
}
