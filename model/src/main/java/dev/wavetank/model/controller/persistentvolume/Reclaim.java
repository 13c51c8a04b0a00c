package dev.wavetank.model.controller.persistentvolume;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolume.ClaimReference;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Index;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.volume.VolumeAnnotations;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reclaims a released volume: retains, deletes or recycles it. A provisioner deletes the volumes that it made. Of the
 * others, host paths below {@code /tmp/} can be deleted, and host paths and NFS volumes can be recycled. The real
 * controller recycles with a pod; the model with a delay.
 */
final class Reclaim {

    private static final String DELETABLE = "/tmp/";
    private static final String IN_TREE = "kubernetes.io/";
    private static final Distribution RECYCLING =
            new Distribution.LogNormal(4 * VirtualTime.SECOND, 15 * VirtualTime.SECOND);

    private final Context context;
    private final RandomStream recycling;
    private final ApiClient client;
    private final ClaimSync.Parts parts;
    private final Index<Pod> podsByClaim;
    private final Operations operations;

    Reclaim(Context context, ApiClient client, ClaimSync.Parts parts, Index<Pod> podsByClaim, Operations operations) {
        this.context = context;
        this.recycling = context.random("recycle");
        this.client = client;
        this.parts = parts;
        this.podsByClaim = podsByClaim;
        this.operations = operations;
    }

    /** Whether a later sync may reclaim the volume, though it does not change. */
    static boolean isAwaited(PersistentVolume volume) {
        String policy = volume.spec().persistentVolumeReclaimPolicy();
        String maker = volume.metadata().annotations().getOrDefault(VolumeAnnotations.PROVISIONED_BY, "");
        return "Released".equals(volume.phase())
                && (maker.isEmpty() || maker.startsWith(IN_TREE))
                && ("Delete".equals(policy) || "Recycle".equals(policy));
    }

    /** Begins the reclaim policy of a released volume. */
    Completion<SyncResult> reclaim(PersistentVolume volume) {
        String policy = volume.spec().persistentVolumeReclaimPolicy();
        String id = volume.metadata().name() + "[" + volume.uid() + "]";
        if ("Delete".equals(policy)) {
            operations.run("delete-" + id, () -> ifStillReleased(volume, this::delete));
        } else if ("Recycle".equals(policy)) {
            operations.run("recycle-" + id, () -> ifStillReleased(volume, this::recycle));
        }
        return Completion.of(SyncResult.DONE);
    }

    /** The volume may have changed in between, and its claim may exist again. */
    private Completion<SyncResult> ifStillReleased(
            PersistentVolume volume, Function<PersistentVolume, Completion<SyncResult>> operation) {
        return client.send(new ApiRequest.Get(
                        Resources.PERSISTENT_VOLUMES, "", volume.metadata().name()))
                .then(response -> {
                    if (!(response instanceof ApiResponse.One one)) {
                        return Completion.of(SyncResult.DONE);
                    }
                    PersistentVolume live = one.as(PersistentVolume.class);
                    return isReleased(live) ? operation.apply(live) : Completion.of(SyncResult.DONE);
                });
    }

    private boolean isReleased(PersistentVolume volume) {
        ClaimReference reference = volume.spec().claimRef();
        if (reference == null || !reference.hasUid()) {
            return false;
        }
        PersistentVolumeClaim claim = parts.claims().latest(reference.key());
        if (claim == null || !claim.uid().equals(reference.uid())) {
            return true;
        }
        return claim.volumeName() != null
                && !claim.volumeName().equals(volume.metadata().name());
    }

    private Completion<SyncResult> delete(PersistentVolume volume) {
        if (!parts.version().has(Feature.HONOR_RECLAIM_POLICY)
                && volume.metadata().isDeleting()) {
            return Completion.of(SyncResult.DONE);
        }
        String maker = volume.metadata().annotations().getOrDefault(VolumeAnnotations.PROVISIONED_BY, "");
        boolean isOfDriver = parts.version().has(Feature.HONOR_RECLAIM_POLICY)
                && volume.spec().other().containsKey("csi");
        if (!maker.isEmpty() && !maker.startsWith(IN_TREE) || isOfDriver) {
            return Completion.of(SyncResult.DONE);
        }
        Optional<String> refusal = refusal(volume, maker);
        if (refusal.isPresent()) {
            return parts.writes()
                    .failed(volume, "VolumeFailedDelete", refusal.get())
                    .map(reported -> SyncResult.retry(refusal.get()));
        }
        return client.send(new ApiRequest.Delete(
                        Resources.PERSISTENT_VOLUMES, "", volume.metadata().name(), ApiRequest.DeleteOptions.DEFAULT))
                .map(response -> SyncResult.DONE);
    }

    private Optional<String> refusal(PersistentVolume volume, String maker) {
        if (!maker.isEmpty()) {
            return Optional.of("no volume plugin matched name: " + maker);
        }
        if (volume.spec().other().get("hostPath") instanceof Map<?, ?> host) {
            String path = String.valueOf(host.get("path"));
            return path.startsWith(DELETABLE) && path.length() > DELETABLE.length()
                    ? Optional.empty()
                    : Optional.of("host_path deleter only supports /tmp/.+ but received provided " + path);
        }
        String first = parts.version().has(Feature.LOWER_CASE_RECLAIM_ERRORS) ? "error" : "Error";
        return Optional.of(first + " getting deleter volume plugin for volume \""
                + volume.metadata().name() + "\": no deletable volume plugin matched");
    }

    private Completion<SyncResult> recycle(PersistentVolume volume) {
        List<String> users = podsByClaim.find(volume.spec().claimRef().key().toString()).stream()
                .filter(pod -> !pod.isFinished())
                .map(pod -> pod.key().toString())
                .toList();
        if (!users.isEmpty() && parts.claims().latest(volume.spec().claimRef().key()) == null) {
            parts.events().normal(volume, "VolumeFailedRecycle", "Volume is used by pods: " + String.join(",", users));
            return Completion.of(SyncResult.DONE);
        }
        if (!volume.spec().other().containsKey("hostPath")
                && !volume.spec().other().containsKey("nfs")) {
            return parts.writes()
                    .failed(volume, "VolumeFailedRecycle", "No recycler plugin found for the volume!")
                    .map(BindingWrites::result);
        }
        return context.pause(RECYCLING.sample(recycling)).then(emptied -> {
            parts.events().normal(volume, "VolumeRecycled", "Volume recycled");
            return parts.writes().unbind(volume).map(freed -> SyncResult.DONE);
        });
    }
}
