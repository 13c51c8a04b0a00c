package dev.wavetank.model.scheduler.plugin;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.nodefit.NodeTaints;
import dev.wavetank.model.nodefit.ResourceAmounts;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.TrialNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A node of a {@link PlainCluster}: computes everything anew when it is asked. */
final class PlainNode implements NodeInfo {

    private final PlainCluster cluster;
    private final List<PodInfo> pods = new ArrayList<>();
    private final Map<String, Integer> nodesWithImage = new TreeMap<>();
    private Node node;
    private ResourceAmounts allocatable = ResourceAmounts.NONE;
    private long generation;

    PlainNode(PlainCluster cluster, Node node) {
        this.cluster = cluster;
        this.node = node;
        changed();
    }

    private void changed() {
        allocatable = ResourceAmounts.of(
                node.status() == null ? Map.of() : node.status().allocatable());
        generation = cluster.nextGeneration();
    }

    void add(PodInfo pod) {
        pods.add(pod);
        changed();
    }

    void remove(PodInfo pod) {
        pods.remove(pod);
        changed();
    }

    void set(Node latest) {
        node = latest;
        changed();
    }

    /** Counts images as the cache does when it adds the node: with those that were added before. */
    void countImages(List<PlainNode> before) {
        for (Object image : images()) {
            for (String name : names(image)) {
                int count = 1;
                for (PlainNode other : before) {
                    count += other != this && other.imageSize(name) > 0 ? 1 : 0;
                }
                nodesWithImage.put(name, count);
            }
        }
    }

    private List<?> images() {
        return node.status() != null && node.status().other().get("images") instanceof List<?> images
                ? images
                : List.of();
    }

    private static List<String> names(Object image) {
        List<String> names = new ArrayList<>();
        ((List<?>) ((Map<?, ?>) image).get("names")).forEach(name -> names.add(String.valueOf(name)));
        return names;
    }

    @Override
    public String name() {
        return node.metadata().name();
    }

    @Override
    public int position() {
        return cluster.position(this);
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public ResourceAmounts allocatable() {
        return allocatable;
    }

    @Override
    public long allocatablePods() {
        return allocatable().other().getOrDefault("pods", 0L);
    }

    @Override
    public long requested(String resource) {
        return pods.stream()
                .mapToLong(pod -> pod.requests().other().getOrDefault(resource, 0L))
                .sum();
    }

    @Override
    public long requestedCpu() {
        return pods.stream().mapToLong(pod -> pod.requests().milliCpu()).sum();
    }

    @Override
    public long requestedMemory() {
        return pods.stream().mapToLong(pod -> pod.requests().memory()).sum();
    }

    @Override
    public long scoredCpu() {
        return pods.stream().mapToLong(PodInfo::scoredCpu).sum();
    }

    @Override
    public long scoredMemory() {
        return pods.stream().mapToLong(PodInfo::scoredMemory).sum();
    }

    @Override
    public List<PodInfo> pods() {
        return pods;
    }

    @Override
    public List<PodInfo> podsWithAffinity() {
        return pods.stream().filter(PodInfo::hasAffinity).toList();
    }

    @Override
    public List<PodInfo> podsWithRequiredAntiAffinity() {
        return pods.stream()
                .filter(pod -> !pod.requiredAntiAffinity().isEmpty())
                .toList();
    }

    @Override
    public List<Container.Port> hostPorts() {
        return pods.stream().flatMap(pod -> pod.hostPorts().stream()).toList();
    }

    @Override
    public List<Node.Taint> repellingTaints() {
        return NodeTaints.repelling(node);
    }

    @Override
    public List<Node.Taint> discouragingTaints() {
        return NodeTaints.discouraging(node);
    }

    @Override
    public boolean isCordoned() {
        return node.spec() != null && Boolean.TRUE.equals(node.spec().unschedulable());
    }

    @Override
    public long imageSize(String image) {
        for (Object each : images()) {
            if (names(each).contains(image)) {
                return ((Number) ((Map<?, ?>) each).get("sizeBytes")).longValue();
            }
        }
        return 0;
    }

    @Override
    public int nodesWithImage(String image) {
        return nodesWithImage.getOrDefault(image, 0);
    }

    @Override
    public long generation() {
        return generation;
    }

    @Override
    public TrialNode trial() {
        throw new UnsupportedOperationException("filters and scores try nothing");
    }
}
