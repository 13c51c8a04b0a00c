package dev.wavetank.model.kubelet.event;

import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.kubelet.cri.KernelLog;
import dev.wavetank.model.trace.UnrecordedEventTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.component.Context;
import org.jspecify.annotations.Nullable;

/** Records Events about pods in the name of the kubelet of a node, with a client of their own. */
public final class PodEvents {

    private final Context context;
    /** Null when Events are not recorded. */
    private final @Nullable EventRecorder recorder;

    private PodEvents(Context context, @Nullable EventRecorder recorder) {
        this.context = context;
        this.recorder = recorder;
    }

    /**
     * A recorder of Events.
     *
     * @param client with its own rate limit ({@code --event-qps}, {@code --event-burst})
     * @param node name of the node
     */
    public static PodEvents of(Context context, ApiClient client, String node, KubernetesVersion version) {
        EventRecorder recorder = new EventRecorder(
                context, client, new ApiEvent.Source("kubelet", node), version.has(Feature.EVENTS_IN_ORDER));
        return new PodEvents(context, recorder);
    }

    /**
     * Records nothing, as the kubelets of hollow nodes do: they have no client for Events ({@code NewHollowKubelet},
     * pkg/kubemark/hollow_kubelet.go v1.20 and later), and recordings of them have none. The trace has them.
     */
    public static PodEvents none(Context context) {
        return new PodEvents(context, null);
    }

    /** Records a normal Event about a pod. */
    public void normal(Pod pod, String reason, String message) {
        record(pod, null, false, reason, message);
    }

    /** Records a normal Event about a container of a pod, or about the pod when it is null. */
    public void normal(Pod pod, @Nullable Container container, String reason, String message) {
        record(pod, container, false, reason, message);
    }

    /** Records a warning about a pod. */
    public void warning(Pod pod, String reason, String message) {
        record(pod, null, true, reason, message);
    }

    /** Records a warning about a container of a pod, or about the pod when it is null. */
    public void warning(Pod pod, @Nullable Container container, String reason, String message) {
        record(pod, container, true, reason, message);
    }

    /** Records an Event about the node itself. */
    public void node(String name, boolean warns, String reason, String message) {
        if (recorder != null) {
            // A kubelet knows its node by name, and takes it for its uid.
            ApiEvent.Reference about = new ApiEvent.Reference(Node.KIND, null, name, name, null, null, null);
            if (warns) {
                recorder.warning(about, reason, message);
            } else {
                recorder.normal(about, reason, message);
            }
        }
    }

    /** Records that a process was killed for want of memory. */
    public void outOfMemory(String name, KernelLog.OutOfMemory kill) {
        node(
                name,
                true,
                "SystemOOM",
                "System OOM encountered, victim process: " + kill.process() + ", pid: " + kill.pid());
    }

    /** Records that the status of the node is a new one, which the reason names. */
    public void nodeStatus(String name, String reason) {
        node(name, false, reason, "Node " + name + " status is now: " + reason);
    }

    private void record(Pod pod, @Nullable Container container, boolean warns, String reason, String message) {
        String path = container == null ? null : path(pod, container);
        if (recorder == null) {
            context.trace(new UnrecordedEventTrace(pod.uid(), path, reason, message));
            return;
        }
        ApiEvent.Reference about = reference(pod, path);
        if (warns) {
            recorder.warning(about, reason, message);
        } else {
            recorder.normal(about, reason, message);
        }
    }

    private static String path(Pod pod, Container container) {
        boolean init =
                pod.spec().initContainers().stream().anyMatch(one -> one.name().equals(container.name()));
        boolean app =
                pod.spec().containers().stream().anyMatch(one -> one.name().equals(container.name()));
        return (init ? "spec.initContainers{" : app ? "spec.containers{" : "spec.ephemeralContainers{")
                + container.name() + "}";
    }

    private static ApiEvent.Reference reference(Pod pod, @Nullable String path) {
        return new ApiEvent.Reference(
                Pod.KIND,
                pod.metadata().namespace(),
                pod.metadata().name(),
                pod.uid(),
                Pod.API_VERSION,
                pod.metadata().resourceVersion(),
                path);
    }
}
