package dev.wavetank.model.scheduler.cache;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.nodefit.NodeTaints;
import dev.wavetank.model.nodefit.ResourceAmounts;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.TrialNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A node and sums over its pods, kept up to date by each change ({@code framework.NodeInfo}). */
final class CachedNode implements TrialNode {

    private final String name;
    private @Nullable Node node;
    private ResourceAmounts allocatable = ResourceAmounts.NONE;
    private long allocatablePods;
    // Of 500 nodes in each cycle these are read: a look into other objects would cost more than all sums.
    private long allocatableCpu;
    private long allocatableMemory;
    private int podCount;
    private List<Node.Taint> repellingTaints = List.of();
    private List<Node.Taint> discouragingTaints = List.of();
    private boolean cordoned;
    private Map<String, NodeImages.OnNode> images = Collections.emptyMap();
    private long milliCpu;
    private long memory;
    private long scoredCpu;
    private long scoredMemory;
    private Map<String, Long> otherRequested = Collections.emptyMap();
    private List<PodInfo> pods = Collections.emptyList();
    // Most nodes have none, and then one object for all of them is in the caches of the processor.
    private List<PodInfo> podsWithAffinity = Collections.emptyList();
    private List<PodInfo> podsWithAntiAffinity = Collections.emptyList();
    private List<Container.Port> hostPorts = Collections.emptyList();
    private long generation;
    private int position = -1;

    CachedNode(String name) {
        this.name = name;
    }

    /** Takes over everything but the position from another state of the same node. */
    void copyFrom(CachedNode from) {
        node = from.node;
        allocatable = from.allocatable;
        allocatablePods = from.allocatablePods;
        allocatableCpu = from.allocatableCpu;
        allocatableMemory = from.allocatableMemory;
        podCount = from.podCount;
        repellingTaints = from.repellingTaints;
        discouragingTaints = from.discouragingTaints;
        cordoned = from.cordoned;
        images = from.images;
        milliCpu = from.milliCpu;
        memory = from.memory;
        scoredCpu = from.scoredCpu;
        scoredMemory = from.scoredMemory;
        otherRequested = from.otherRequested.isEmpty() ? Collections.emptyMap() : new TreeMap<>(from.otherRequested);
        pods = replaced(pods, from.pods);
        podsWithAffinity = replaced(podsWithAffinity, from.podsWithAffinity);
        podsWithAntiAffinity = replaced(podsWithAntiAffinity, from.podsWithAntiAffinity);
        hostPorts = replaced(hostPorts, from.hostPorts);
        generation = from.generation;
    }

    private static <T> List<T> replaced(List<T> target, List<T> source) {
        if (source.isEmpty()) {
            return Collections.emptyList();
        }
        List<T> result = target.isEmpty() ? new ArrayList<>(source.size()) : target;
        result.clear();
        result.addAll(source);
        return result;
    }

    private static <T> List<T> with(List<T> before, T added) {
        List<T> result = before.isEmpty() ? new ArrayList<>(4) : before;
        result.add(added);
        return result;
    }

    void setGeneration(long latest) {
        generation = latest;
    }

    void setPosition(int latest) {
        position = latest;
    }

    /** Sets the latest object. */
    void setNode(Node latest, Map<String, NodeImages.OnNode> onNode) {
        Map<String, String> before = amounts(node);
        boolean isNew = node == null;
        node = latest;
        images = onNode;
        repellingTaints = NodeTaints.repelling(latest);
        discouragingTaints = NodeTaints.discouraging(latest);
        cordoned = latest.spec() != null && Boolean.TRUE.equals(latest.spec().unschedulable());
        Map<String, String> amounts = amounts(latest);
        if (isNew || !amounts.equals(before)) {
            allocatable = ResourceAmounts.of(amounts);
            allocatablePods = allocatable.other().getOrDefault("pods", 0L);
            allocatableCpu = allocatable.milliCpu();
            allocatableMemory = allocatable.memory();
        }
    }

    /** Forgets the object of a node that was deleted before its pods. */
    void unsetNode() {
        node = null;
        images = Collections.emptyMap();
    }

    private static Map<String, String> amounts(@Nullable Node node) {
        return node == null || node.status() == null
                ? Collections.emptyMap()
                : node.status().allocatable();
    }

    /** Whether the API knows the node: pods can be seen before their node, and outlast it. */
    boolean isKnown() {
        return node != null;
    }

    @Override
    public void add(PodInfo pod) {
        pods = with(pods, pod);
        if (pod.hasAffinity()) {
            podsWithAffinity = with(podsWithAffinity, pod);
        }
        if (!pod.requiredAntiAffinity().isEmpty()) {
            podsWithAntiAffinity = with(podsWithAntiAffinity, pod);
        }
        for (Container.Port port : pod.hostPorts()) {
            hostPorts = with(hostPorts, port);
        }
        count(pod, 1);
    }

    @Override
    public void remove(PodInfo pod) {
        PodInfo known = removeFrom(pods, pod);
        if (known == null) {
            throw new IllegalStateException(pod.pod().key() + " is not on node " + name);
        }
        removeFrom(podsWithAffinity, known);
        removeFrom(podsWithAntiAffinity, known);
        known.hostPorts().forEach(hostPorts::remove);
        count(known, -1);
    }

    /** Puts a later state of a pod in the place of the earlier one. */
    void replace(PodInfo before, PodInfo after) {
        if (before.requests() == after.requests() && before.hostPorts() == after.hostPorts()) {
            swap(pods, before, after);
            swap(podsWithAffinity, before, after);
            swap(podsWithAntiAffinity, before, after);
        } else {
            remove(before);
            add(after);
        }
    }

    private static void swap(List<PodInfo> list, PodInfo before, PodInfo after) {
        int at = position(list, before);
        if (at >= 0) {
            list.set(at, after);
        }
    }

    private static @Nullable PodInfo removeFrom(List<PodInfo> list, PodInfo pod) {
        int at = position(list, pod);
        return at < 0 ? null : list.remove(at);
    }

    /** Mostly it is the same object, and then no other pod has to be looked into. */
    private static int position(List<PodInfo> list, PodInfo pod) {
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i) == pod) {
                return i;
            }
        }
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i).uid().equals(pod.uid())) {
                return i;
            }
        }
        return -1;
    }

    private void count(PodInfo pod, int sign) {
        podCount += sign;
        milliCpu += sign * pod.requests().milliCpu();
        memory += sign * pod.requests().memory();
        scoredCpu += sign * pod.scoredCpu();
        scoredMemory += sign * pod.scoredMemory();
        Map<String, Long> other = pod.requests().other();
        if (!other.isEmpty()) {
            otherRequested = otherRequested.isEmpty() ? new TreeMap<>() : otherRequested;
            other.forEach((resource, amount) -> otherRequested.merge(resource, sign * amount, Long::sum));
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Node node() {
        if (node == null) {
            throw new IllegalStateException("node " + name + " is not known");
        }
        return node;
    }

    @Override
    public int position() {
        return position;
    }

    @Override
    public ResourceAmounts allocatable() {
        return allocatable;
    }

    @Override
    public long allocatableCpu() {
        return allocatableCpu;
    }

    @Override
    public long allocatableMemory() {
        return allocatableMemory;
    }

    @Override
    public int podCount() {
        return podCount;
    }

    @Override
    public long allocatablePods() {
        return allocatablePods;
    }

    @Override
    public long requested(String resource) {
        return otherRequested.getOrDefault(resource, 0L);
    }

    @Override
    public long requestedCpu() {
        return milliCpu;
    }

    @Override
    public long requestedMemory() {
        return memory;
    }

    @Override
    public long scoredCpu() {
        return scoredCpu;
    }

    @Override
    public long scoredMemory() {
        return scoredMemory;
    }

    @Override
    public List<PodInfo> pods() {
        return pods;
    }

    @Override
    public List<PodInfo> podsWithAffinity() {
        return podsWithAffinity;
    }

    @Override
    public List<PodInfo> podsWithRequiredAntiAffinity() {
        return podsWithAntiAffinity;
    }

    @Override
    public List<Container.Port> hostPorts() {
        return hostPorts;
    }

    @Override
    public List<Node.Taint> repellingTaints() {
        return repellingTaints;
    }

    @Override
    public List<Node.Taint> discouragingTaints() {
        return discouragingTaints;
    }

    @Override
    public boolean isCordoned() {
        return cordoned;
    }

    @Override
    public long imageSize(String image) {
        NodeImages.OnNode known = images.get(image);
        return known == null ? 0 : known.size();
    }

    @Override
    public int nodesWithImage(String image) {
        NodeImages.OnNode known = images.get(image);
        return known == null ? 0 : known.nodes();
    }

    @Override
    public long generation() {
        return generation;
    }

    @Override
    public TrialNode trial() {
        CachedNode copy = new CachedNode(name);
        copy.copyFrom(this);
        copy.position = position;
        return copy;
    }

    @Override
    public String toString() {
        return name;
    }
}
