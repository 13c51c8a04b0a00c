package dev.wavetank.model.scheduler.plugin;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.nodefit.NodeTaints;
import dev.wavetank.model.nodefit.ResourceAmounts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the scheduler knows about one node: the object, and the sums over the pods that are or will be there. */
public final class NodeState {

    private final String name;
    private final Map<String, Long> otherRequested = new LinkedHashMap<>();
    private final OwnedPods owned;
    private final List<Container.Port> hostPorts = new ArrayList<>(0);
    private @Nullable Node node;
    private ResourceAmounts allocatable = ResourceAmounts.NONE;
    private long allocatablePods;
    private boolean cordoned;
    private List<Node.Taint> repellingTaints = List.of();
    private long milliCpu;
    private long memory;
    private long scoredCpu;
    private long scoredMemory;
    private int pods;
    private int position;

    /**
     * A node that is known only by name.
     *
     * @param owned where the pods of controllers are counted, for all nodes of the cluster
     */
    public NodeState(String name, OwnedPods owned) {
        this.name = name;
        this.owned = owned;
    }

    /** Its name. */
    public String name() {
        return name;
    }

    /** The latest object, or null when the node is not known to the API. */
    public @Nullable Node node() {
        return node;
    }

    /** Sets the latest object, or null after its deletion. */
    public void setNode(@Nullable Node latest) {
        Node before = node;
        node = latest;
        Node.Spec spec = latest == null ? null : latest.spec();
        cordoned = spec != null && Boolean.TRUE.equals(spec.unschedulable());
        repellingTaints = latest == null ? List.of() : NodeTaints.repelling(latest);
        if (!amounts(latest).equals(amounts(before))) {
            allocatable = ResourceAmounts.of(amounts(latest));
            allocatablePods = allocatable.other().getOrDefault("pods", 0L);
        }
    }

    private static Map<String, String> amounts(@Nullable Node node) {
        return node == null || node.status() == null
                ? Collections.emptyMap()
                : node.status().allocatable();
    }

    /** Whether the node is marked as unschedulable. */
    public boolean isCordoned() {
        return cordoned;
    }

    /** Its taints that keep pods away, with the effect NoSchedule or NoExecute. */
    public List<Node.Taint> repellingTaints() {
        return repellingTaints;
    }

    /** How many pods the node takes. */
    public long allocatablePods() {
        return allocatablePods;
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
            owned.change(pod.owner(), this, sign);
        }
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

    /** Ports of the node that pods have bound. */
    public List<Container.Port> hostPorts() {
        return hostPorts;
    }

    /** Where it stands among the latest {@link Candidates} that it belongs to. */
    int position() {
        return position;
    }

    void setPosition(int latest) {
        position = latest;
    }
}
