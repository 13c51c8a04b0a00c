package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess;
import dev.wavetank.model.kubelet.cri.process.ContainerView;
import dev.wavetank.sim.network.rule.Address;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Requests of the kubelet to the container runtime. */
public sealed interface CriRequest {

    /** The address of a node's runtime. */
    static Address<CriRequest, CriResponse> address(String node) {
        return new Address<>(ContainerRuntime.nameOn(node), "cri");
    }

    /**
     * Creates a sandbox, starts its pause container and connects it. The response is {@link CriResponse.Created}.
     *
     * @param network what it needs of the network
     * @param handler by which its containers run; empty for the default of the runtime
     */
    record RunPodSandbox(ObjectKey pod, String uid, int attempt, SandboxNetwork network, String handler)
            implements CriRequest {}

    /** Queries whether an image is on the node. The response is {@link CriResponse.Image}. */
    record ImageStatus(String image) implements CriRequest {}

    /**
     * Pulls the latest version of an image. The response is {@link CriResponse.Image}.
     *
     * @param hasSecret whether the kubelet found a pull secret of the pod
     */
    record PullImage(String image, boolean hasSecret) implements CriRequest {}

    /**
     * Creates a container, which replaces the one of that name. The response is {@link CriResponse.Created}.
     *
     * @param image with its tag
     * @param specImage as the pod names it, which the runtime keeps for the kubelet
     * @param process behaviour of its process
     * @param view what its processes find in it
     * @param resources what it has of processor and memory; null when it does not say
     */
    record CreateContainer(
            String sandboxId,
            String name,
            String image,
            String specImage,
            int attempt,
            ContainerProcess process,
            ContainerView view,
            Container.@Nullable Resources resources)
            implements CriRequest {}

    /**
     * Gives a container other resources while it runs.
     *
     * @param resources what it is to have of processor and memory
     */
    record UpdateContainerResources(String containerId, Container.Resources resources) implements CriRequest {}

    /** Starts the process of a container. */
    record StartContainer(String containerId) implements CriRequest {}

    /**
     * Stops a container. The response comes when its process has ended.
     *
     * @param timeout nanoseconds from SIGTERM to SIGKILL
     */
    record StopContainer(String containerId, long timeout) implements CriRequest {}

    /**
     * Executes a handler of a probe or hook against a container: a command inside it, or a connection to one of its
     * ports. The response is {@link CriResponse.Handled}, after as long as the handler takes.
     *
     * @param kind {@code readiness}, {@code liveness}, {@code startup} or {@code hook}
     * @param handler as a JSON tree
     * @param timeout nanoseconds after which it is given up
     */
    record Handle(String containerId, String kind, Map<String, Object> handler, long timeout) implements CriRequest {}

    /**
     * Kills what still runs in a sandbox and takes its network back. Its containers can be listed until the next
     * sandbox of the pod has taken its place. Succeeds when there is no such sandbox.
     */
    record StopPodSandbox(String sandboxId) implements CriRequest {}

    /**
     * Kills what still runs in a sandbox and removes it, with its address. Succeeds when there is no such sandbox.
     */
    record RemovePodSandbox(String sandboxId) implements CriRequest {}

    /** Removes a container that has ended, with its log. Succeeds when there is no such container. */
    record RemoveContainer(String containerId) implements CriRequest {}

    /** Lists the images on the node. The response is {@link CriResponse.Images}. */
    record ListImages() implements CriRequest {}

    /** Removes an image. Succeeds when there is no such image. */
    record RemoveImage(String image) implements CriRequest {}

    /**
     * Reads what a container has written. The response is {@link CriResponse.Log}. In reality the kubelet reads the
     * files to which the runtime writes.
     *
     * @param previous whether the container before the latest one is meant
     */
    record ReadLog(ObjectKey pod, String container, boolean previous) implements CriRequest {}

    /**
     * Executes a command in a container. The response is {@link CriResponse.Handled}, after as long as it takes.
     *
     * @param command its words
     */
    record Exec(ObjectKey pod, String container, List<String> command) implements CriRequest {}

    /** Lists all pods. The response is {@link CriResponse.Listing}. */
    record ListPods() implements CriRequest {}
}
