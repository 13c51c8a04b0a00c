package dev.wavetank.model.kubelet.volume;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.kubelet.status.Containers;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.volume.EphemeralVolume;
import dev.wavetank.model.volume.VolumeClaim;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Keeps a pod from starting before its claims have their volumes: reads every claim and its volume, as the real
 * kubelet does before it mounts. A pod that the scheduler has bound passes at once; a pod that was created with a node
 * name may have to wait.
 */
final class BoundVolumes {

    private static final String FILES = "Filesystem";

    private final ApiClient client;
    private final KubernetesVersion version;
    private final UsedVolumes used;

    BoundVolumes(ApiClient client, KubernetesVersion version) {
        this.client = client;
        this.used = new UsedVolumes(version);
        this.version = version;
    }

    /**
     * A volume of a pod that cannot be used.
     *
     * @param volume as the pod names it
     * @param error what is wrong with its claim
     */
    record Failure(String volume, String error) {}

    /**
     * The volumes of the pod whose claims have no volume that is bound to them, or one of another mode; empty when all
     * is well. Sends nothing for a pod without claims.
     */
    Completion<List<Failure>> failures(Pod pod) {
        return failures(pod, used.of(pod), 0, new ArrayList<>(0));
    }

    private Completion<List<Failure>> failures(
            Pod pod, List<Map<String, Object>> volumes, int index, List<Failure> found) {
        if (index == volumes.size()) {
            return Completion.of(found);
        }
        Map<String, Object> volume = volumes.get(index);
        ObjectKey key = VolumeClaim.of(pod, volume);
        if (key == null) {
            return failures(pod, volumes, index + 1, found);
        }
        String name = String.valueOf(volume.get("name"));
        return client.send(new ApiRequest.Get(Resources.PERSISTENT_VOLUME_CLAIMS, key.namespace(), key.name()))
                .then(response -> missing(response, key, pod, name))
                .then(error -> {
                    error.ifPresent(text -> found.add(new Failure(name, text)));
                    return failures(pod, volumes, index + 1, found);
                });
    }

    private static boolean hasNeverRun(Pod pod) {
        return pod.spec().containers().stream().allMatch(one -> Containers.startedBefore(pod, one.name()) == null);
    }

    /** A claim that is being deleted is lost for new pods, but not for one that has it already. */
    private Completion<Optional<String>> missing(ApiResponse response, ObjectKey key, Pod pod, String name) {
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
                                ? Completion.of(wrongMode(volume.as(PersistentVolume.class), pod, name))
                                : error(key, "failed to fetch PV " + claim.volumeName() + " from API server"));
    }

    /** A volume with files is mounted, and one that is a device is not ({@code createVolumeSpec} v1.20). */
    private static Optional<String> wrongMode(PersistentVolume volume, Pod pod, String name) {
        String mode = volume.spec().volumeMode() == null ? FILES : volume.spec().volumeMode();
        String where = mode.equals(FILES) ? "volumeDevices" : "volumeMounts";
        boolean isThere = Stream.of(pod.spec().initContainers(), pod.spec().containers())
                .flatMap(List::stream)
                .anyMatch(container -> names(container, where, name));
        return isThere
                ? Optional.of("volume " + name + " has volumeMode " + mode + ", but is specified in " + where)
                : Optional.empty();
    }

    private static boolean names(Container container, String where, String volume) {
        Object uses = where.equals("volumeMounts")
                ? container.volumeMounts()
                : container.other().get(where);
        return uses instanceof List<?> all
                && all.stream().anyMatch(one -> one instanceof Map<?, ?> use && volume.equals(use.get("name")));
    }

    private static Completion<Optional<String>> error(ObjectKey key, String cause) {
        return Completion.of(Optional.of("error processing PVC " + key + ": " + cause));
    }

    private static boolean isFor(PersistentVolume volume, PersistentVolumeClaim claim) {
        return volume.spec().claimRef() != null
                && claim.uid().equals(volume.spec().claimRef().uid());
    }
}
