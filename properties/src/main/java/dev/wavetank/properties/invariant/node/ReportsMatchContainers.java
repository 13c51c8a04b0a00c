package dev.wavetank.properties.invariant.node;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.ContainerTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.PostStartHooks;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * At rest the status of a pod says of every container that it runs when its process does, and otherwise not; and a node
 * has stopped what runs of pods that are gone.
 *
 * <p>That is all that users, controllers and load balancers know of a node ({@code syncPod} of
 * pkg/kubelet/status/status_manager.go, v1.32, writes each status until the server has it). Judged of nodes that are
 * ready, of pods that are not being deleted, and of what did not change within the last seconds.
 */
public final class ReportsMatchContainers implements Invariant {

    private final CacheLag lag;
    private final LiveContainers live = new LiveContainers();
    /** Pods that have a node and have not ended, by uid. */
    private final Map<String, Pod> pods = new LinkedHashMap<>();

    /** Pods that are gone from the API, and of which containers still ran then, by uid. */
    private final Map<String, Departed> departed = new LinkedHashMap<>();

    private record Departed(Pod pod, long at) {}

    private final Map<String, Node> nodes = new LinkedHashMap<>();
    /** When a container of a pod last began or ended, by the pod's uid. */
    private final Map<String, Long> changed = new LinkedHashMap<>();
    /** When the runtime of a node last began or ended. */
    private final Map<String, Long> restarted = new LinkedHashMap<>();

    /** In a cluster whose kubelets see and write with this lag. */
    public ReportsMatchContainers(CacheLag lag) {
        this.lag = lag;
    }

    @Override
    public String name() {
        return "ReportsMatchContainers";
    }

    @Override
    public String reason() {
        return "The status of a pod is all that users, controllers and load balancers know of what runs. Judged "
                + "of nodes that are ready and of pods that are not being deleted, and not of what changed in the "
                + "last seconds. While a post-start hook runs, the kubelet writes no status of the pod.";
    }

    @Override
    public List<String> sources() {
        return List.of("pkg/kubelet/status/status_manager.go, syncPod (v1.32)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.KUBELET, Tag.STATUS, Tag.AT_REST);
    }

    @Override
    public String statement() {
        return "At rest a pod says of every container whether it runs, and nothing runs of pods that are gone.";
    }

    @Override
    public List<? extends Class<?>> records() {
        return List.of(Pod.class, Node.class, ContainerTrace.class, ComponentTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change) {
            boolean gone = change.change() == WatchEvent.Type.DELETED;
            if (change.object() instanceof Pod pod) {
                if (gone && !live.of(pod.uid()).isEmpty()) {
                    departed.put(pod.uid(), new Departed(pod, entry.time()));
                }
                if (gone || pod.isFinished() || pod.nodeName() == null || isMirror(pod)) {
                    pods.remove(pod.uid());
                    changed.remove(pod.uid());
                } else {
                    pods.put(pod.uid(), pod);
                }
            } else if (change.object() instanceof Node node) {
                nodes.put(node.metadata().name(), node);
            }
            return;
        }
        live.observe(entry);
        if (entry.record() instanceof ContainerTrace container) {
            changed.put(container.uid(), entry.time());
            if (live.of(container.uid()).isEmpty()) {
                departed.remove(container.uid());
            }
        } else if (entry.record() instanceof ComponentTrace
                && (entry.component().startsWith("runtime/")
                        || entry.component().startsWith("kubelet/"))) {
            restarted.put(entry.component().substring(entry.component().indexOf('/') + 1), entry.time());
        }
    }

    @Override
    public void atRest(long now, Outcomes outcomes) {
        for (Pod pod : pods.values()) {
            Node node = nodes.get(pod.nodeName());
            boolean isSettled = !lag.mayHide(
                    Math.max(changed.getOrDefault(pod.uid(), 0L), restarted.getOrDefault(pod.nodeName(), 0L)), now);
            if (isSettled && node != null && isReady(node) && !pod.metadata().isDeleting() && pod.status() != null) {
                judge(pod, outcomes);
            }
        }
        for (Departed one : departed.values()) {
            Node node = nodes.get(one.pod().nodeName());
            boolean isSettled = !lag.mayHide(
                    Math.max(one.at(), restarted.getOrDefault(one.pod().nodeName(), 0L)), now);
            if (isSettled && node != null && isReady(node)) {
                live.of(one.pod().uid())
                        .forEach(process -> outcomes.broken(
                                this,
                                ObjectNames.of(one.pod()),
                                "is gone, and its container " + process.container() + " still runs on node "
                                        + one.pod().nodeName()));
            }
        }
    }

    /** The containers of a static pod have the uid that its kubelet has given it. */
    private static boolean isMirror(Pod pod) {
        return pod.metadata().annotations().containsKey("kubernetes.io/config.mirror");
    }

    private static boolean isReady(Node node) {
        return node.status() != null
                && node.status().conditions().stream()
                        .anyMatch(condition -> condition.type().equals("Ready")
                                && condition.status().equals("True"));
    }

    private void judge(Pod pod, Outcomes outcomes) {
        List<ContainerTrace.Started> running = live.of(pod.uid());
        if (running.stream().anyMatch(process -> PostStartHooks.hides(pod, process.container()))) {
            return;
        }
        for (Pod.ContainerStatus status : pod.status().containerStatuses()) {
            Optional<ContainerTrace.Started> process = running.stream()
                    .filter(one -> one.container().equals(status.name()))
                    .findFirst();
            boolean saysSo = status.state() != null && status.state().running() != null;
            if (saysSo != process.isPresent()) {
                outcomes.broken(
                        this,
                        ObjectNames.of(pod),
                        "says that container " + status.name() + (saysSo ? " runs" : " does not run")
                                + ", and its process " + (saysSo ? "has ended" : "runs"));
            } else if (saysSo
                    && !String.valueOf(status.containerID())
                            .endsWith(process.get().id())) {
                outcomes.broken(
                        this,
                        ObjectNames.of(pod),
                        "says that container " + status.name() + " is " + status.containerID() + ", and it is "
                                + process.get().id());
            }
        }
    }
}
