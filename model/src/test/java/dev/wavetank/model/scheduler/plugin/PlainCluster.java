package dev.wavetank.model.scheduler.plugin;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.scheduler.framework.ClusterReader;
import dev.wavetank.model.scheduler.framework.Extender;
import dev.wavetank.model.scheduler.framework.Filters;
import dev.wavetank.model.scheduler.framework.Handle;
import dev.wavetank.model.scheduler.framework.NodeDomains;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.NominatedPods;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.Snapshot;
import dev.wavetank.model.scheduler.framework.WaitingPods;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A cluster of plain lists: what plug-ins see, without a scheduler around them. */
public final class PlainCluster implements Snapshot, ClusterReader, Handle {

    private final KubernetesVersion version;
    private final List<PlainNode> nodes = new ArrayList<>();
    private final List<KubernetesObject> objects = new ArrayList<>();
    private final Map<String, NodeDomains> domains = new LinkedHashMap<>();
    private long generations;

    /** A cluster without nodes and objects. */
    public PlainCluster(KubernetesVersion version) {
        this.version = version;
    }

    /** A node has changed. */
    long nextGeneration() {
        resetDomains();
        return ++generations;
    }

    private void resetDomains() {
        domains.values().forEach(each -> each.reset(nodes));
    }

    PlainNode addNode(Node node) {
        PlainNode added = new PlainNode(this, node);
        nodes.add(added);
        added.countImages(nodes);
        resetDomains();
        return added;
    }

    void add(KubernetesObject object) {
        objects.add(object);
    }

    void remove(KubernetesObject object) {
        objects.remove(object);
    }

    PodInfo place(Pod pod, String node) {
        PodInfo info = PodInfo.of(pod, version);
        node(node).add(info);
        return info;
    }

    /** Puts the nodes in this order. */
    void order(List<String> names) {
        nodes.sort((first, second) -> names.indexOf(first.name()) - names.indexOf(second.name()));
        resetDomains();
    }

    void removeNode(PlainNode node) {
        nodes.remove(node);
        resetDomains();
    }

    int position(PlainNode node) {
        return nodes.indexOf(node);
    }

    @Override
    public NodeDomains domains(String topologyKey) {
        NodeDomains known = domains.computeIfAbsent(topologyKey, NodeDomains::new);
        known.reset(nodes);
        return known;
    }

    /** The same cluster for one that has never seen it. */
    PlainCluster copy() {
        PlainCluster copy = new PlainCluster(version);
        copy.objects.addAll(objects);
        nodes.forEach(node -> {
            PlainNode same = copy.addNode(node.node());
            node.pods().forEach(same::add);
        });
        return copy;
    }

    List<PlainNode> plainNodes() {
        return nodes;
    }

    @Override
    public List<NodeInfo> nodes() {
        return List.copyOf(nodes);
    }

    @Override
    public PlainNode node(String name) {
        return nodes.stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    @Override
    public Collection<NodeInfo> nodesWithAffinity() {
        return nodes().stream()
                .filter(node -> !node.podsWithAffinity().isEmpty())
                .toList();
    }

    @Override
    public Collection<NodeInfo> nodesWithRequiredAntiAffinity() {
        return nodes().stream()
                .filter(node -> !node.podsWithRequiredAntiAffinity().isEmpty())
                .toList();
    }

    @Override
    public <T extends KubernetesObject> List<T> list(Class<T> kind, String namespace) {
        return objects.stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .filter(object ->
                        namespace == null || namespace.equals(object.metadata().namespace()))
                .toList();
    }

    @Override
    public <T extends KubernetesObject> T get(Class<T> kind, String namespace, String name) {
        return list(kind, namespace).stream()
                .filter(object -> object.metadata().name().equals(name))
                .findFirst()
                .orElse(null);
    }

    @Override
    public KubernetesVersion version() {
        return version;
    }

    @Override
    public Snapshot snapshot() {
        return this;
    }

    @Override
    public ClusterReader cluster() {
        return this;
    }

    @Override
    public WaitingPods waitingPods() {
        throw new UnsupportedOperationException("filters and scores do not wait");
    }

    @Override
    public ApiClient client() {
        throw new UnsupportedOperationException("filters and scores send nothing");
    }

    @Override
    public Context context() {
        throw new UnsupportedOperationException("filters and scores ask neither time nor chance");
    }

    @Override
    public <T extends KubernetesObject> Informer<T> informer(Class<T> kind) {
        throw new UnsupportedOperationException("the lists are no caches");
    }

    @Override
    public Filters filters() {
        throw new UnsupportedOperationException("filters and scores ask no other filters");
    }

    @Override
    public List<Extender> extenders() {
        return List.of();
    }

    @Override
    public NominatedPods nominatedPods() {
        throw new UnsupportedOperationException("filters and scores ask for no nominations");
    }

    @Override
    public Endpoint endpoint() {
        throw new UnsupportedOperationException("filters and scores call nobody");
    }

    @Override
    public RandomStream random(String purpose) {
        throw new UnsupportedOperationException("filters and scores draw nothing");
    }

    @Override
    public void activate(String uid) {
        throw new UnsupportedOperationException("no queue");
    }

    @Override
    public void event(EventOf event) {
        throw new UnsupportedOperationException("filters and scores report nothing");
    }
}
