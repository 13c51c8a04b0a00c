package dev.wavetank.model.kubelet.cri;

import dev.wavetank.sim.network.rule.Address;

/**
 * Notice that something changed in a pod on the node.
 *
 * <p>It says when polling is worth while, not what changed: it saves the events of periodic polls that would find
 * nothing.
 *
 * @param uid of the pod
 */
public record PodChanged(String uid) {

    /** Asks for the notices. */
    public record Request() {}

    /** Where the runtime of a node sends notices. */
    public static Address<Request, PodChanged> address(String node) {
        return new Address<>(ContainerRuntime.nameOn(node), "changes");
    }
}
