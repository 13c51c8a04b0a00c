package dev.wavetank.model.scheduler.plugin;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.nodefit.ResourceAmounts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the scheduler knows about one node: the object, and the sums over the pods that are or will be there. */
public final class NodeState {

    private final String name;
    private final Map<String, Long> otherRequested = new LinkedHashMap<>();
    private final Map<String, Integer> podsByOwner = new LinkedHashMap<>();
    private final List<Container.Port> hostPorts = new ArrayList<>(0);
    private Node node;
    private ResourceAmounts allocatable = ResourceAmounts.NONE;
    private long milliCpu;
    private long memory;
    private long scoredCpu;
    private long scoredMemory;
    private int pods;

    /** A node of which nothing but the name is known. */
    public NodeState(String name) {
        this.name = name;
    }

    /** Its name. */
    public String name() {
        return name;
    }

    /** The latest object, or null when the node is not known to the API. */
    public Node node() {
        return node;
    }

    /** Takes the latest object, or null when it is gone. */
    public void setNode(Node latest) {
        node = latest;
        allocatable = latest == null || latest.status() == null
                ? ResourceAmounts.NONE
                : ResourceAmounts.of(latest.status().allocatable());
    }

    /** Counts a pod in. */
    public void add(PodDemand pod) {
        change(pod, 1);
        hostPorts.addAll(pod.hostPorts());
    }

    /** Counts a pod out that was counted in. */
    public void remove(PodDemand pod) {
        change(pod, -1);
        pod.hostPorts().forEach(hostPorts::remove);
    }

    private void change(PodDemand pod, int sign) {
        pods += sign;
        milliCpu += sign * pod.requests().milliCpu();
        memory += sign * pod.requests().memory();
        scoredCpu += sign * pod.scoredCpu();
        scoredMemory += sign * pod.scoredMemory();
        pod.requests().other().forEach((resource, amount) -> otherRequested.merge(resource, sign * amount, Long::sum));
        if (pod.owner() != null) {
            podsByOwner.merge(pod.owner(), sign, NodeState::sumOrNothing);
        }
    }

    private static Integer sumOrNothing(int count, int change) {
        return count + change == 0 ? null : count + change;
    }

    /** What pods may use of the node. */
    public ResourceAmounts allocatable() {
        return allocatable;
    }

    /** CPU that pods have requested, in milli-cores. */
    public long requestedCpu() {
        return milliCpu;
    }

    /** Memory that pods have requested, in bytes. */
    public long requestedMemory() {
        return memory;
    }

    /** What pods have requested. */
    public ResourceAmounts requested() {
        return new ResourceAmounts(milliCpu, memory, otherRequested);
    }

    /** As {@link #requestedCpu}, with a default for containers that request none. */
    public long scoredCpu() {
        return scoredCpu;
    }

    /** As {@link #requestedMemory}, with a default for containers that request none. */
    public long scoredMemory() {
        return scoredMemory;
    }

    /** How many pods are here. */
    public int pods() {
        return pods;
    }

    /** How many pods of one controller are here. */
    public int podsOwnedBy(String owner) {
        return podsByOwner.getOrDefault(owner, 0);
    }

    /** Ports of the node that pods have bound. */
    public List<Container.Port> hostPorts() {
        return hostPorts;
    }
}
