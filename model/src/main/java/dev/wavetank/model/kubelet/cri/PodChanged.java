package dev.wavetank.model.kubelet.cri;

import dev.wavetank.sim.network.rule.Address;

/**
 * Notice that something changed in a pod on the node.
 *
 * <p>It triggers a poll and does not contain the change: it saves the events of periodic polls without a result.
 *
 * @param uid of the pod
 */
public record PodChanged(String uid) {

    /** Subscribes to the notices. */
    public record Request() {}

    /** The address of a node's notices. */
    public static Address<Request, PodChanged> address(String node) {
        return new Address<>(ContainerRuntime.nameOn(node), "changes");
    }
}
