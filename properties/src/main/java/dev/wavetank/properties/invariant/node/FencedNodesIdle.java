package dev.wavetank.properties.invariant.node;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.ContainerTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Nothing runs on a node that has the taint {@code node.kubernetes.io/out-of-service}, once its pods are gone. */
public final class FencedNodesIdle implements Invariant {

    private static final String TAINT = "node.kubernetes.io/out-of-service";

    private final LiveContainers live = new LiveContainers();
    private final Set<String> fenced = new TreeSet<>();
    /** Uids of the pods that are gone from fenced nodes. */
    private final Set<String> removed = new TreeSet<>();

    @Override
    public String name() {
        return "FencedNodesIdle";
    }

    @Override
    public String reason() {
        return "The taint says that a node is down for good: its pods are then deleted without asking their"
                + " kubelet, and its volumes attached elsewhere. When a pod that is gone so still runs, two of one"
                + " name do, and two nodes write to one volume.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "KEP-2268 (non-graceful node shutdown)",
                "Kubernetes documentation v1.32, Node Shutdowns, Non-graceful node shutdown handling");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.KUBELET, Tag.NODES, Tag.STORAGE, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "Nothing runs on a node that is declared out of service, once its pods are gone.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(
                Node.class, Pod.class, ContainerTrace.Started.class, ContainerTrace.Ended.class, ComponentTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        live.observe(entry);
        if (entry.record() instanceof StoreTrace change && change.object() instanceof Node node) {
            String name = node.metadata().name();
            if (change.change() != WatchEvent.Type.DELETED && isFenced(node)) {
                fenced.add(name);
            } else {
                fenced.remove(name);
            }
        } else if (entry.record() instanceof StoreTrace change
                && change.change() == WatchEvent.Type.DELETED
                && change.object() instanceof Pod pod
                && pod.nodeName() != null
                && fenced.contains(pod.nodeName())) {
            removed.add(pod.uid());
            List<String> running = live.of(pod.uid()).stream()
                    .map(ContainerTrace.Started::container)
                    .toList();
            if (!running.isEmpty()) {
                outcomes.broken(
                        this,
                        ObjectNames.of(pod),
                        "is gone, but its containers " + running + " run on node " + pod.nodeName()
                                + ", which is declared out of service");
            }
        } else if (entry.record() instanceof ContainerTrace.Started started && removed.contains(started.uid())) {
            outcomes.broken(
                    this,
                    "pod/" + started.pod(),
                    "runs container " + started.container() + " in " + entry.component()
                            + ", although its node was declared out of service and the pod is gone");
        }
    }

    private static boolean isFenced(Node node) {
        return node.spec() != null && node.spec().taints().stream().anyMatch(taint -> TAINT.equals(taint.key()));
    }
}
