package dev.wavetank.model.kubelet.csi;

import dev.wavetank.sim.network.rule.Address;

/**
 * A call of a kubelet to a driver.
 *
 * @param method such as {@code NodeStageVolume}
 * @param volume the handle of the volume
 */
public record CsiCall(String method, String volume) {

    /** The driver makes the volume usable on the node, once for all pods there. */
    public static final String STAGE = "NodeStageVolume";

    /** The driver gives the volume to one pod. */
    public static final String PUBLISH = "NodePublishVolume";

    /** The driver takes the volume from one pod. */
    public static final String UNPUBLISH = "NodeUnpublishVolume";

    /** The driver takes the volume from the node, once no pod there has it. */
    public static final String UNSTAGE = "NodeUnstageVolume";

    /**
     * The answer to a call.
     *
     * @param error in the words of gRPC; empty on success
     */
    public record Answer(String error) {}

    /** Where a driver of a node listens. */
    public static Address<CsiCall, Answer> address(String node, String driver) {
        return new Address<>(CsiDriver.nameOn(node, driver), "csi");
    }
}
