package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.sim.network.rule.Address;

/** Requests of the kubelet to the container runtime. */
public sealed interface CriRequest {

    /** The address of a node's runtime. */
    static Address<CriRequest, CriResponse> address(String node) {
        return new Address<>(ContainerRuntime.nameOn(node), "cri");
    }

    /** Creates a sandbox, starts its pause container and connects it. The response is {@link CriResponse.Created}. */
    record RunPodSandbox(ObjectKey pod, String uid, int attempt) implements CriRequest {}

    /** Queries whether an image is on the node. The response is {@link CriResponse.Image}. */
    record ImageStatus(String image) implements CriRequest {}

    /** Pulls the latest version of an image. The response is {@link CriResponse.Image}. */
    record PullImage(String image) implements CriRequest {}

    /**
     * Creates a container, which replaces the one of that name. The response is {@link CriResponse.Created}.
     *
     * @param process behaviour of its process
     */
    record CreateContainer(String sandboxId, String name, String image, int attempt, ContainerProcess process)
            implements CriRequest {}

    /** Starts the process of a container. */
    record StartContainer(String containerId) implements CriRequest {}

    /**
     * Stops a container. The response comes when its process has ended.
     *
     * @param timeout nanoseconds from SIGTERM to SIGKILL
     */
    record StopContainer(String containerId, long timeout) implements CriRequest {}

    /**
     * Kills what still runs in a sandbox and removes it, with its address. Succeeds when there is no such sandbox.
     */
    record RemovePodSandbox(String sandboxId) implements CriRequest {}

    /** Lists all pods. The response is {@link CriResponse.Listing}. */
    record ListPods() implements CriRequest {}
}
