package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A pod is bound once, and never to a node without room for it.
 *
 * <p>Kubernetes moves work by deleting a pod and creating another: a pod that moves was bound twice. Room means
 * allocatable resources less the requests of all unfinished pods that are bound there, in cores, bytes and number
 * of pods.
 *
 * <p>A scheduler whose successful binding got no response removes the pod from the node in its cache and may assign
 * the room again; a scheduler that restarts does not know a binding in flight. So room is judged until the first
 * fault that can deceive the scheduler about the API server, or the API server about etcd. That a pod never moves is
 * judged always.
 */
public final class BoundOnce implements Invariant {

    private static final List<String> SCHEDULER = ComponentNames.anySchedulers();

    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final Map<String, Pod> bound = new LinkedHashMap<>();
    private final Map<String, NodeRequests> byNode = new LinkedHashMap<>();
    private boolean judgingRoom = true;

    @Override
    public String name() {
        return "BoundOnce";
    }

    @Override
    public String statement() {
        return "A pod is bound once, and never to a node without room for it.";
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        judgingRoom = judgingRoom && !LostAnswers.possible(entry.record(), SCHEDULER);
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        if (change.object() instanceof Node node) {
            if (change.change() != WatchEvent.Type.DELETED) {
                nodes.put(node.metadata().name(), node);
            }
        } else if (change.object() instanceof Pod pod) {
            observe(pod, change.change() == WatchEvent.Type.DELETED, outcomes);
        }
    }

    private void observe(Pod pod, boolean deleted, Outcomes outcomes) {
        Pod before = bound.get(pod.uid());
        if (before != null && !deleted && !before.nodeName().equals(pod.nodeName())) {
            outcomes.broken(
                    this, ObjectNames.of(pod), "moved from node " + before.nodeName() + " to " + pod.nodeName());
        }
        if (pod.nodeName() == null || pod.nodeName().isEmpty()) {
            return;
        }
        NodeRequests neighbours = byNode.computeIfAbsent(pod.nodeName(), missing -> new NodeRequests());
        if (deleted || pod.isFinished()) {
            bound.remove(pod.uid());
            neighbours.remove(pod);
            return;
        }
        bound.put(pod.uid(), pod);
        neighbours.put(pod);
        if (judgingRoom && before == null && wasAssigned(pod)) {
            checkRoom(pod, neighbours, outcomes);
        }
    }

    /** A pod that was created with a node name was never scheduled; the kubelet decides about it. */
    private static boolean wasAssigned(Pod pod) {
        return pod.condition("PodScheduled")
                .map(condition -> condition.status().equals("True"))
                .orElse(false);
    }

    private void checkRoom(Pod pod, NodeRequests neighbours, Outcomes outcomes) {
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
            if (used.compareTo(room) > 0) {
                outcomes.broken(
                        this,
                        ObjectNames.of(pod),
                        "was bound to node " + pod.nodeName() + ", where " + used + " of " + resource
                                + " are now in use, expected at most " + room);
            }
        }
    }
}
