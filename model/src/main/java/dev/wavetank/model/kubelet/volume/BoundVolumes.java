package dev.wavetank.model.kubelet.volume;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.kubelet.status.Containers;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.volume.EphemeralVolume;
import dev.wavetank.model.volume.VolumeClaim;
import dev.wavetank.sim.Completion;
import java.util.List;
import java.util.Optional;

/**
 * Keeps a pod from starting before its claims have their volumes: reads every claim and its volume, as the real
 * kubelet does before it mounts. A pod that the scheduler has bound passes at once; a pod that was created with a node
 * name may have to wait.
 */
final class BoundVolumes {

    private final ApiClient client;
    private final KubernetesVersion version;

    BoundVolumes(ApiClient client, KubernetesVersion version) {
        this.client = client;
        this.version = version;
    }

    /**
     * Why a claim of the pod has no volume that is bound to it; empty when all have. Sends nothing for a pod without
     * claims.
     */
    Completion<Optional<String>> missing(Pod pod) {
        List<ObjectKey> claims = VolumeClaim.of(pod);
        return claims.isEmpty() ? Completion.of(Optional.empty()) : missing(pod, claims, 0);
    }

    private static boolean hasNeverRun(Pod pod) {
        return pod.spec().containers().stream().allMatch(one -> Containers.startedBefore(pod, one.name()) == null);
    }

    private Completion<Optional<String>> missing(Pod pod, List<ObjectKey> claims, int index) {
        if (index == claims.size()) {
            return Completion.of(Optional.empty());
        }
        ObjectKey key = claims.get(index);
        return client.send(new ApiRequest.Get(Resources.PERSISTENT_VOLUME_CLAIMS, key.namespace(), key.name()))
                .then(response -> missing(response, key, pod))
                .then(error -> error.isEmpty() ? missing(pod, claims, index + 1) : Completion.of(error));
    }

    /** A claim that is being deleted is lost for new pods, but not for one that has it already. */
    private Completion<Optional<String>> missing(ApiResponse response, ObjectKey key, Pod pod) {
        if (!(response instanceof ApiResponse.One one)) {
            return error(
                    key,
                    "failed to fetch PVC from API server: persistentvolumeclaims \"" + key.name() + "\" not found");
        }
        PersistentVolumeClaim claim = one.as(PersistentVolumeClaim.class);
        if (claim.metadata().isDeleting() && hasNeverRun(pod)) {
            return error(key, "PVC is being deleted");
        }
        if (!"Bound".equals(claim.phase()) || claim.volumeName() == null) {
            return error(key, "PVC is not bound");
        }
        Optional<String> foreign = EphemeralVolume.refusal(pod, claim, version);
        if (foreign.isPresent()) {
            return Completion.of(foreign);
        }
        return client.send(new ApiRequest.Get(Resources.PERSISTENT_VOLUMES, "", claim.volumeName()))
                .then(found ->
                        found instanceof ApiResponse.One volume && isFor(volume.as(PersistentVolume.class), claim)
                                ? Completion.of(Optional.empty())
                                : error(key, "failed to fetch PV " + claim.volumeName() + " from API server"));
    }

    private static Completion<Optional<String>> error(ObjectKey key, String cause) {
        return Completion.of(Optional.of("error processing PVC " + key + ": " + cause));
    }

    private static boolean isFor(PersistentVolume volume, PersistentVolumeClaim claim) {
        return volume.spec().claimRef() != null
                && claim.uid().equals(volume.spec().claimRef().uid());
    }
}
