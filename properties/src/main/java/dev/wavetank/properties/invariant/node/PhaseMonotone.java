package dev.wavetank.properties.invariant.node;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.nodefit.ResourceAmounts;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The phase of a pod only goes on: from Pending to Running to its end, of which there is one.
 *
 * <p>An end that another client has written, a kubelet undoes with its next pass over all statuses when no sync of the
 * pod came first: neither {@code needsReconcile} nor {@code mergePodStatus} (pkg/kubelet/status v1.33) nor the API
 * server's validation prevents it. A change that would have forbidden it was never merged (kubernetes/kubernetes pull
 * request 105382), so this is reported as known.
 *
 * <p>A pod is Pending again while its init containers run in a new sandbox: upstream wants it so (issue 126650, pull
 * request 128516).
 *
 * <p>Known is a pod that is Pending again because the runtime has crashed and lost its containers, as that of hollow
 * nodes does. Since pull request 102821 (v1.22) the kubelet infers from the status that it has read that they ran.
 */
public final class PhaseMonotone implements Invariant {

    private static final String RUNTIME = "runtime/";

    /** Uids of the pods whose end was written first by a kubelet, and by somebody else. */
    private final Set<String> endedByKubelet = new TreeSet<>();

    private final Set<String> endedByOthers = new TreeSet<>();

    /** When the runtime of a node last crashed, by the node's name. */
    private final Map<String, Long> crashed = new LinkedHashMap<>();

    @Override
    public String name() {
        return "PhaseMonotone";
    }

    @Override
    public String reason() {
        return "A pod that has ended is replaced by its controller, and its room on the node is given away; when"
                + " it runs again, both happen twice. Phase Unknown says nothing, so a write that begins or ends"
                + " there is not judged.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Pod Lifecycle, Pod phase",
                "kubernetes#54499, kubernetes#58711, kubernetes#102821, kubernetes#105382");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.KUBELET, Tag.STATUS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "The phase of a pod only goes on: from Pending to Running to its end, of which there is one.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, RequestTrace.class, ComponentTrace.Crashed.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof RequestTrace request) {
            written(request);
        }
        if (entry.record() instanceof ComponentTrace.Crashed
                && entry.component().startsWith(RUNTIME)) {
            crashed.put(entry.component().substring(RUNTIME.length()), entry.time());
        }
        if (entry.record() instanceof StoreTrace deleted
                && deleted.change() == WatchEvent.Type.DELETED
                && deleted.object() instanceof Pod pod) {
            forget(pod.uid());
        }
        if (entry.record() instanceof StoreTrace change
                && change.change() == WatchEvent.Type.MODIFIED
                && change.object() instanceof Pod pod
                && change.previous() instanceof Pod previous
                && !pod.phase().equals(previous.phase())
                && goesBack(previous.phase(), pod.phase())
                && (previous.isFinished() || !isInitializedAgain(pod))) {
            String message = "went from phase " + previous.phase() + " to " + pod.phase();
            if (previous.isFinished() && !pod.isFinished() && isEndOfOthers(previous)) {
                outcomes.known(KnownBehaviour.END_OF_OTHERS_UNDONE, this, ObjectNames.of(pod), message);
            } else if (!previous.isFinished() && hasLostContainers(pod)) {
                outcomes.known(KnownBehaviour.LOST_CONTAINERS, this, ObjectNames.of(pod), message);
            } else {
                outcomes.broken(this, ObjectNames.of(pod), message);
            }
        }
    }

    private void written(RequestTrace request) {
        if (request.isWrite()
                && request.call().request().verb() != Verb.DELETE
                && request.response() instanceof ApiResponse.One one
                && one.object() instanceof Pod pod
                && pod.isFinished()
                && !endedByKubelet.contains(pod.uid())
                && !endedByOthers.contains(pod.uid())) {
            boolean isKubelet = request.call().userAgent().startsWith("kubelet/");
            (isKubelet ? endedByKubelet : endedByOthers).add(pod.uid());
        }
    }

    private void forget(String uid) {
        endedByKubelet.remove(uid);
        endedByOthers.remove(uid);
    }

    /**
     * Whether somebody else than the kubelet has ended the pod. When the API server crashed before it answered, the
     * status says so: a kubelet shows no container as running then, or gives a reason.
     */
    private boolean isEndOfOthers(Pod pod) {
        if (endedByKubelet.contains(pod.uid()) || endedByOthers.contains(pod.uid())) {
            return endedByOthers.contains(pod.uid());
        }
        return pod.status() != null
                && pod.status().reason() == null
                && pod.status().containerStatuses().stream()
                        .anyMatch(one -> one.state().running() != null);
    }

    private static boolean isInitializedAgain(Pod pod) {
        for (Pod.ContainerStatus app : pod.status().containerStatuses()) {
            if (app.state().running() != null) {
                return false;
            }
        }
        for (Pod.ContainerStatus init : pod.status().initContainerStatuses()) {
            boolean isDone = isSidecar(pod, init.name())
                    ? Boolean.TRUE.equals(init.started())
                    : init.state().terminated() != null;
            if (!isDone) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSidecar(Pod pod, String name) {
        return pod.spec().initContainers().stream()
                .anyMatch(init -> init.name().equals(name) && ResourceAmounts.isSidecar(init));
    }

    /** Whether the runtime of its node has crashed in its life, and its status knows of no container. */
    private boolean hasLostContainers(Pod pod) {
        Long at = crashed.get(pod.nodeName());
        return at != null
                && !pod.metadata().creationTimestamp().isAfter(VirtualTime.calendar(at))
                && pod.status().containerStatuses().stream()
                        .allMatch(one ->
                                one.state().waiting() != null && one.lastState().terminated() == null);
    }

    private static boolean goesBack(String from, String to) {
        return switch (from) {
            case "Running" -> to.equals("Pending");
            case "Succeeded", "Failed" -> !to.equals("Unknown");
            default -> false;
        };
    }
}
