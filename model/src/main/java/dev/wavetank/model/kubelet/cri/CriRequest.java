package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.sim.network.rule.Address;

/** What the kubelet asks of the container runtime. */
public sealed interface CriRequest {

    /** Where the runtime of a node takes requests. */
    static Address<CriRequest, CriResponse> address(String node) {
        return new Address<>(ContainerRuntime.nameOn(node), "cri");
    }

    /** Makes a sandbox, starts its pause container and connects it. Answered by {@link CriResponse.Created}. */
    record RunPodSandbox(ObjectKey pod, String uid, int attempt) implements CriRequest {}

    /** Asks whether an image is on the node. Answered by {@link CriResponse.Image}. */
    record ImageStatus(String image) implements CriRequest {}

    /** Sees to it that the latest version of an image is on the node. Answered by {@link CriResponse.Image}. */
    record PullImage(String image) implements CriRequest {}

    /**
     * Makes a container, which replaces the one of that name. Answered by {@link CriResponse.Created}.
     *
     * @param process what its process does by itself
     */
    record CreateContainer(String sandboxId, String name, String image, int attempt, ContainerProcess process)
            implements CriRequest {}

    /** Starts the process of a container. */
    record StartContainer(String containerId) implements CriRequest {}

    /**
     * Ends a container. Answered when its process has ended.
     *
     * @param timeout nanoseconds from SIGTERM to SIGKILL
     */
    record StopContainer(String containerId, long timeout) implements CriRequest {}

    /**
     * Kills what still runs in a sandbox and removes it, with its address. Succeeds when there is no such sandbox.
     */
    record RemovePodSandbox(String sandboxId) implements CriRequest {}

    /** Asks for all pods. Answered by {@link CriResponse.Listing}. */
    record ListPods() implements CriRequest {}
}
