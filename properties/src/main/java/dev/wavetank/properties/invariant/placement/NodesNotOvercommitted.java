package dev.wavetank.properties.invariant.placement;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.storage.CsiNode;
import dev.wavetank.model.api.storage.StorageClass;
import dev.wavetank.model.nodefit.ResizedPod;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.LostAnswers;
import dev.wavetank.properties.invariant.NodeRequests;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * At no instant do the pods that run on a node ask together for more than it has, or for one port twice; and no pod is
 * bound to a node that would then have more volumes than it takes. Room and ports are judged whenever a pod begins to
 * run, by what it asked for then, and what is set aside by resizes with the next one, or at rest; volumes at a binding,
 * by the limits of CSI drivers.
 */
public final class NodesNotOvercommitted implements Invariant {

    private static final List<String> SCHEDULERS = ComponentNames.anySchedulers();

    private final CacheLag lag;
    private final boolean judgesVolumes;
    /** The most that a node had of each resource: pods stay when a node gets smaller. */
    private final Map<String, Map<String, Quantity>> room = new LinkedHashMap<>();

    private final Map<String, NodeRequests> requests = new LinkedHashMap<>();
    private final Map<String, Map<String, Pod>> running = new LinkedHashMap<>();
    private final AttachedVolumes volumes = new AttachedVolumes();
    private boolean isDeceived;

    /** In that cluster. */
    public NodesNotOvercommitted(ClusterSpec cluster, CacheLag lag) {
        this.lag = lag;
        this.judgesVolumes = cluster.profile().has(Feature.CSI_NODE_LIMITS) && !cluster.configuresScheduler();
    }

    @Override
    public String name() {
        return "NodesNotOvercommitted";
    }

    @Override
    public String reason() {
        return "Requests are a guarantee: on a node that is overcommitted, pods get less than they were"
                + " promised, or are killed. Room and ports hold whatever a scheduler believes, because the kubelet"
                + " refuses what does not fit. Volumes are the scheduler's business alone, so they are not judged"
                + " after a fault that deceives it, nor when the limit may be news to it.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Resource Management for Pods and Containers;"
                        + " Node-specific Volume Limits",
                "pkg/kubelet/lifecycle/predicate.go (v1.32), Admit",
                "pkg/scheduler/framework/plugins/nodevolumelimits/csi.go (v1.32)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.SCHEDULER, Tag.KUBELET, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "Pods of a node never ask together for more resources, ports or volumes than it has.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(
                Pod.class,
                Node.class,
                PersistentVolumeClaim.class,
                PersistentVolume.class,
                StorageClass.class,
                CsiNode.class,
                RequestTrace.class,
                FaultTrace.Opened.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        isDeceived = isDeceived || LostAnswers.possible(entry.record(), SCHEDULERS);
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        if (change.object() instanceof Pod pod
                && pod.nodeName() != null
                && !pod.nodeName().isEmpty()) {
            observe(pod, change.change() == WatchEvent.Type.DELETED, outcomes);
            if (judgesVolumes && !isDeceived && isBinding(change)) {
                volumes.excess(pod, changed -> lag.mayHide(changed, entry.time()))
                        .ifPresent(excess -> outcomes.broken(
                                this,
                                ObjectNames.of(pod),
                                "was bound to node " + pod.nodeName() + ", where " + excess));
            }
        } else if (change.object() instanceof Node node && change.change() != WatchEvent.Type.DELETED) {
            grow(node, change.previous() instanceof Node before ? before.status() : null);
        }
        volumes.observe(change, entry.time());
    }

    private static boolean isBinding(StoreTrace change) {
        return change.change() == WatchEvent.Type.MODIFIED
                && change.previous() instanceof Pod before
                && (before.nodeName() == null || before.nodeName().isEmpty());
    }

    private void grow(Node node, Node.@Nullable Status before) {
        boolean isNews = before == null
                || node.status() == null
                || !before.allocatable().equals(node.status().allocatable());
        if (node.status() != null && isNews) {
            Map<String, Quantity> most = room.computeIfAbsent(node.metadata().name(), first -> new LinkedHashMap<>());
            node.status()
                    .allocatable()
                    .forEach((resource, amount) -> most.merge(
                            resource, Quantity.parse(amount), (one, other) -> one.compareTo(other) > 0 ? one : other));
        }
    }

    private void observe(Pod pod, boolean deleted, Outcomes outcomes) {
        Map<String, Pod> neighbours = running.computeIfAbsent(pod.nodeName(), first -> new LinkedHashMap<>());
        NodeRequests sum = requests.computeIfAbsent(pod.nodeName(), first -> new NodeRequests());
        boolean runs = !deleted
                && pod.status() != null
                && "Running".equals(pod.status().phase())
                && !hasStopped(pod);
        if (!runs) {
            Pod gone = neighbours.remove(pod.uid());
            if (gone != null) {
                sum.remove(gone);
            }
        } else if (!neighbours.containsKey(pod.uid())) {
            judgePorts(pod, neighbours, outcomes);
            neighbours.put(pod.uid(), pod);
            sum.put(NodeRequests.setAside(pod));
            judgeRoom(pod, sum, outcomes);
        } else if (ResizedPod.isPossible(pod)) {
            neighbours.put(pod.uid(), pod);
            sum.put(NodeRequests.setAside(pod));
        }
    }

    /** A kubelet may give the room of a pod away before it has reported the end of that pod. */
    @Override
    public void atRest(long now, Outcomes outcomes) {
        running.forEach((node, pods) -> pods.values().stream()
                .filter(ResizedPod::isPossible)
                .findFirst()
                .ifPresent(pod -> judgeRoom(pod, Objects.requireNonNull(requests.get(node)), outcomes)));
    }

    /** A pod that is being deleted leaves its room to others when its containers have ended, before it is gone. */
    private static boolean hasStopped(Pod pod) {
        return pod.metadata().isDeleting()
                && !pod.status().containerStatuses().isEmpty()
                && pod.status().containerStatuses().stream()
                        .allMatch(one -> one.state() != null && one.state().terminated() != null);
    }

    private void judgePorts(Pod pod, Map<String, Pod> neighbours, Outcomes outcomes) {
        List<Container.Port> ports = HostPorts.of(pod);
        if (ports.isEmpty()) {
            return;
        }
        for (Pod other : neighbours.values()) {
            if (HostPorts.collide(ports, HostPorts.of(other))) {
                outcomes.broken(
                        this,
                        ObjectNames.of(pod),
                        "runs on node " + pod.nodeName() + " with a host port of " + ObjectNames.of(other));
            }
        }
    }

    private void judgeRoom(Pod pod, NodeRequests sum, Outcomes outcomes) {
        Map<String, Quantity> most = room.get(pod.nodeName());
        if (most == null) {
            return;
        }
        most.forEach((resource, amount) -> {
            if (sum.of(resource).compareTo(amount) > 0) {
                outcomes.broken(
                        this,
                        ObjectNames.of(pod),
                        "runs on node " + pod.nodeName() + ", where running pods ask for " + sum.of(resource) + " of "
                                + resource + ", expected at most " + amount);
            }
        });
    }
}
