package dev.wavetank.model.kubelet.node;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.storage.CsiNode;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.List;

/**
 * Creates the CSINode of the node ({@code initializeCSINode}, pkg/volume/csi/csi_plugin.go, and {@code
 * tryInitializeCSINodeWithAnnotation}, nodeinfomanager.go v1.20). Until it is there, the node is not ready.
 */
public final class CsiNodeRegistration {

    /** {@code initBackoff}: 15 ms, each wait six times as long as the one before, six attempts. */
    private static final long FIRST = 15 * VirtualTime.MILLISECOND;

    private static final int FACTOR = 6;
    private static final int TRIES = 6;

    private final Context context;
    private final ApiClient client;
    private final String node;
    private final NodeReadiness readiness;
    private final List<CsiNode.Driver> drivers;
    private final boolean isNeeded;

    /**
     * A CSINode to be made.
     *
     * @param drivers of volumes on the node
     * @param isNeeded whether the version has such objects, and the node is a real one
     */
    public CsiNodeRegistration(
            Context context,
            ApiClient client,
            String node,
            NodeReadiness readiness,
            List<CsiNode.Driver> drivers,
            boolean isNeeded) {
        this.context = context;
        this.client = client;
        this.node = node;
        this.readiness = readiness;
        this.drivers = drivers;
        this.isNeeded = isNeeded;
    }

    /** Begins. */
    public void start() {
        if (!isNeeded) {
            return;
        }
        if (context.isBeginning()) {
            own(1, FIRST);
        } else {
            readiness.setStorage("CSINode is not yet initialized");
            attempt(1, FIRST);
        }
    }

    private void attempt(int tries, long wait) {
        client.send(new ApiRequest.Get(Resources.CSI_NODES, "", node)).whenDone(response -> {
            if (response.isSuccess()) {
                readiness.setStorage(null);
            } else if (response.failedWith(StatusReason.NOT_FOUND)) {
                own(tries, wait);
            } else {
                again(tries, wait);
            }
        });
    }

    private void own(int tries, long wait) {
        client.send(new ApiRequest.Get(Resources.NODES, "", node)).whenDone(owner -> {
            if (owner instanceof ApiResponse.One one) {
                create(one, tries, wait);
            } else {
                again(tries, wait);
            }
        });
    }

    private void create(ApiResponse.One owner, int tries, long wait) {
        OwnerReference reference =
                new OwnerReference("v1", "Node", node, owner.object().uid(), null, null);
        CsiNode made = new CsiNode(
                ObjectMeta.named(null, node).withOwnerReferences(List.of(reference)),
                new CsiNode.Spec(drivers, null),
                null);
        client.send(ApiRequest.Create.of(Resources.CSI_NODES, made)).whenDone(response -> {
            if (response.isSuccess() || response.failedWith(StatusReason.ALREADY_EXISTS)) {
                readiness.setStorage(null);
            } else {
                again(tries, wait);
            }
        });
    }

    /** After the last attempt the real kubelet exits, and is started again. */
    private void again(int tries, long wait) {
        context.after(wait, () -> attempt(tries + 1, tries + 1 < TRIES ? wait * FACTOR : wait));
    }
}
