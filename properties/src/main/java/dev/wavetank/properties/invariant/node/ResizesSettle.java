package dev.wavetank.properties.invariant.node;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.nodefit.ResizedPod;
import dev.wavetank.model.nodefit.ResourceAmounts;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * At rest the kubelet has set aside for each container what it asks for, and the container has it; or the pod says why
 * not (KEP-1287).
 *
 * <p>Judged of pods that have been changed since they were created, and are ready on a node that is ready.
 */
public final class ResizesSettle implements Invariant {

    /** A kubelet looks again at what waits every so often ({@code retryDelay}), and so may be late by a while. */
    private static final long LATE = 4 * VirtualTime.MINUTE;

    private final CacheLag lag;
    /** Pods that may have been resized, by uid. */
    private final Map<String, Pod> pods = new LinkedHashMap<>();

    private final Map<String, Node> nodes = new LinkedHashMap<>();
    /** When the specification of a pod has last changed, by uid. */
    private final Map<String, Long> changed = new LinkedHashMap<>();
    /** When the runtime or the kubelet of a node last began or ended. */
    private final Map<String, Long> restarted = new LinkedHashMap<>();

    /** In a cluster whose kubelets see and write with this lag. */
    public ResizesSettle(CacheLag lag) {
        this.lag = lag;
    }

    @Override
    public String name() {
        return "ResizesSettle";
    }

    @Override
    public String reason() {
        return "Who resizes a pod in place has to learn what became of it: it is done, it waits for room, or the node"
                + " can never grant it. Judged of pods that are ready, on nodes that are ready, and not of what changed"
                + " in the last minutes.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.35, Resize CPU and Memory Resources assigned to Containers",
                "pkg/kubelet/allocation/allocation_manager.go (v1.34), handlePodResourcesResize");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.KUBELET, Tag.STATUS, Tag.AT_REST);
    }

    @Override
    public String statement() {
        return "At rest a pod has what it asks for, or says why its resize waits.";
    }

    @Override
    public List<? extends Class<?>> records() {
        return List.of(Pod.class, Node.class, ComponentTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change) {
            boolean gone = change.change() == WatchEvent.Type.DELETED;
            if (change.object() instanceof Pod pod) {
                boolean counts = !gone && !pod.isFinished() && pod.nodeName() != null && ResizedPod.isPossible(pod);
                if (!counts) {
                    pods.remove(pod.uid());
                    changed.remove(pod.uid());
                    return;
                }
                Pod before = pods.put(pod.uid(), pod);
                if (before == null
                        || before.spec() != pod.spec() && !before.spec().equals(pod.spec())) {
                    changed.put(pod.uid(), entry.time());
                }
            } else if (change.object() instanceof Node node) {
                nodes.put(node.metadata().name(), node);
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
            long latest = Math.max(changed.getOrDefault(pod.uid(), 0L), restarted.getOrDefault(pod.nodeName(), 0L));
            boolean isSettled = now - latest > LATE && !lag.mayHide(latest, now);
            if (isSettled
                    && node != null
                    && isReady(node)
                    && pod.isReady()
                    && !pod.metadata().isDeleting()) {
                judge(pod, outcomes);
            }
        }
    }

    private static boolean isReady(Node node) {
        return node.status() != null
                && node.status().conditions().stream()
                        .anyMatch(one -> one.type().equals("Ready") && "True".equals(one.status()));
    }

    private void judge(Pod pod, Outcomes outcomes) {
        Optional<Pod.Condition> pending = pod.condition("PodResizePending");
        Optional<Pod.Condition> progress = pod.condition("PodResizeInProgress");
        boolean differs = false;
        for (Container spec : pod.spec().containers()) {
            Pod.ContainerStatus status = status(pod, spec.name());
            if (status == null || spec.resources() == null || status.state().running() == null) {
                return;
            }
            String desired = text(spec.resources().requests());
            String allocated = text(status.other().get("allocatedResources"));
            String actual = text(
                    status.other().get("resources") instanceof Map<?, ?> resources ? resources.get("requests") : null);
            if (!desired.equals(allocated)) {
                differs = true;
                if (pending.isEmpty()) {
                    outcomes.broken(
                            this,
                            ObjectNames.of(pod),
                            "container " + spec.name() + " asks for " + desired + ", has " + allocated
                                    + " set aside, and no condition says why");
                }
            } else if (!allocated.equals(actual) && progress.isEmpty()) {
                outcomes.broken(
                        this,
                        ObjectNames.of(pod),
                        "container " + spec.name() + " has " + actual + " of the " + allocated
                                + " set aside for it, and no condition says why");
            }
        }
        boolean onlyLimits = pod.spec().containers().stream()
                .anyMatch(one -> !one.resources().limits().isEmpty());
        if (!differs && pending.isPresent() && !onlyLimits) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "has what it asks for, and says that its resize waits: "
                            + pending.get().reason());
        }
    }

    private static Pod.@Nullable ContainerStatus status(Pod pod, String name) {
        for (Pod.ContainerStatus status : pod.status().containerStatuses()) {
            if (status.name().equals(name)) {
                return status;
            }
        }
        return null;
    }

    /** Processor and memory, as far as they are given. */
    private static String text(@Nullable Object amounts) {
        Map<String, String> texts = new LinkedHashMap<>();
        if (amounts instanceof Map<?, ?> map) {
            map.forEach((name, amount) -> texts.put(String.valueOf(name), String.valueOf(amount)));
        }
        ResourceAmounts read = ResourceAmounts.of(texts);
        return read.milliCpu() + "m of cpu and " + read.memory() + " bytes of memory";
    }
}
