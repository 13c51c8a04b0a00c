package dev.wavetank.model.kubelet;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.volume.VolumeClaim;
import dev.wavetank.sim.Completion;
import java.util.List;

/**
 * Keeps a pod from starting before its claims have their volumes: reads every claim and its volume, as the real
 * kubelet does before it mounts. Mounting itself takes no time here. A pod that the scheduler has bound passes at
 * once; a pod that was created with a node name may have to wait.
 */
final class BoundVolumes {

    private final ApiClient client;

    BoundVolumes(ApiClient client) {
        this.client = client;
    }

    /** Whether all claims of the pod are bound to volumes that are bound to them. Sends nothing for a pod without. */
    Completion<Boolean> areThere(Pod pod) {
        List<ObjectKey> claims = VolumeClaim.of(pod);
        return claims.isEmpty() ? Completion.of(true) : areThere(claims, 0, hasNeverRun(pod));
    }

    private static boolean hasNeverRun(Pod pod) {
        return pod.spec().containers().stream().allMatch(one -> PodPlan.startedBefore(pod, one.name()) == null);
    }

    private Completion<Boolean> areThere(List<ObjectKey> claims, int index, boolean isNew) {
        if (index == claims.size()) {
            return Completion.of(true);
        }
        ObjectKey key = claims.get(index);
        return client.send(new ApiRequest.Get(Resources.PERSISTENT_VOLUME_CLAIMS, key.namespace(), key.name()))
                .then(response -> isBound(response, isNew))
                .then(isBound -> isBound ? areThere(claims, index + 1, isNew) : Completion.of(false));
    }

    /** A claim that is being deleted is lost for new pods, but not for one that has it already. */
    private Completion<Boolean> isBound(ApiResponse response, boolean isNew) {
        if (!(response instanceof ApiResponse.One one)) {
            return Completion.of(false);
        }
        PersistentVolumeClaim claim = one.as(PersistentVolumeClaim.class);
        boolean isGoing = isNew && claim.metadata().isDeleting();
        if (isGoing || !"Bound".equals(claim.phase()) || claim.volumeName() == null) {
            return Completion.of(false);
        }
        return client.send(new ApiRequest.Get(Resources.PERSISTENT_VOLUMES, "", claim.volumeName()))
                .map(found ->
                        found instanceof ApiResponse.One volume && isFor(volume.as(PersistentVolume.class), claim));
    }

    private static boolean isFor(PersistentVolume volume, PersistentVolumeClaim claim) {
        return volume.spec().claimRef() != null
                && claim.uid().equals(volume.spec().claimRef().uid());
    }
}
