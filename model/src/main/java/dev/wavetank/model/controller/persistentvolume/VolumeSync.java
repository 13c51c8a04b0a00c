package dev.wavetank.model.controller.persistentvolume;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolume.ClaimReference;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.volume.VolumeAnnotations;
import dev.wavetank.model.volume.VolumeMatching;
import dev.wavetank.sim.Completion;
import java.util.Optional;
import java.util.function.Consumer;

/** One sync of a volume. */
final class VolumeSync {

    private final ApiClient client;
    private final ClaimSync.Parts parts;
    private final Reclaim reclaim;
    private final Consumer<ObjectKey> enqueueClaim;

    /**
     * The claim that a volume references.
     *
     * @param read a failure when the live read failed
     * @param claim the claim with the referenced uid; empty when it does not exist
     */
    private record Claimant(SyncResult read, Optional<PersistentVolumeClaim> claim) {}

    VolumeSync(ApiClient client, ClaimSync.Parts parts, Reclaim reclaim, Consumer<ObjectKey> enqueueClaim) {
        this.client = client;
        this.parts = parts;
        this.reclaim = reclaim;
        this.enqueueClaim = enqueueClaim;
    }

    Completion<SyncResult> sync(PersistentVolume volume) {
        ClaimReference reference = volume.spec().claimRef();
        if (reference == null || !reference.hasUid()) {
            return phase(volume, "Available");
        }
        return claimant(volume, reference).then(found -> {
            Optional<PersistentVolumeClaim> claim = found.claim();
            return found.read().andThen(() -> claim.isEmpty() ? release(volume) : sync(volume, claim.get()));
        });
    }

    private Completion<SyncResult> phase(PersistentVolume volume, String phase) {
        return parts.writes().phase(volume, phase, null).map(BindingWrites::result);
    }

    /** When the claim is unknown, or has another uid, it is read live before the volume is reclaimed. */
    private Completion<Claimant> claimant(PersistentVolume volume, ClaimReference reference) {
        PersistentVolumeClaim known = parts.claims().latest(reference.key());
        if (known != null && known.uid().equals(reference.uid())) {
            return Completion.of(new Claimant(SyncResult.DONE, Optional.of(known)));
        }
        if (known == null && isGivenUp(volume)) {
            return Completion.of(new Claimant(SyncResult.DONE, Optional.empty()));
        }
        ApiRequest.Get live =
                new ApiRequest.Get(Resources.PERSISTENT_VOLUME_CLAIMS, reference.namespace(), reference.name());
        return client.send(live).map(response -> {
            if (!(response instanceof ApiResponse.One one)) {
                return new Claimant(SyncResult.orGone(response), Optional.empty());
            }
            PersistentVolumeClaim claim = one.as(PersistentVolumeClaim.class);
            return new Claimant(
                    SyncResult.DONE,
                    Optional.of(claim).filter(same -> same.uid().equals(reference.uid())));
        });
    }

    private static boolean isGivenUp(PersistentVolume volume) {
        return "Released".equals(volume.phase()) || "Failed".equals(volume.phase());
    }

    private Completion<SyncResult> sync(PersistentVolume volume, PersistentVolumeClaim claim) {
        if (claim.volumeName() == null) {
            if (VolumeMatching.differInMode(volume, claim)) {
                recordMismatch(volume, claim);
            } else {
                enqueueClaim.accept(claim.key());
            }
            return Completion.of(SyncResult.DONE);
        }
        if (claim.volumeName().equals(volume.metadata().name())) {
            return phase(volume, "Bound");
        }
        boolean wasMade = volume.metadata().annotations().containsKey(VolumeAnnotations.PROVISIONED_BY);
        return wasMade && "Delete".equals(volume.spec().persistentVolumeReclaimPolicy())
                ? release(volume)
                : parts.writes().unbind(volume);
    }

    private void recordMismatch(PersistentVolume volume, PersistentVolumeClaim claim) {
        String reason = "VolumeMismatch";
        parts.events()
                .warning(
                        volume,
                        reason,
                        "Cannot bind PersistentVolume to requested PersistentVolumeClaim \""
                                + claim.metadata().name() + "\" due to incompatible volumeMode.");
        parts.events()
                .warning(
                        claim,
                        reason,
                        "Cannot bind PersistentVolume \"" + volume.metadata().name()
                                + "\" to requested PersistentVolumeClaim due to incompatible volumeMode.");
    }

    /** Releases the volume. The phase {@code Failed} stays, though reclaiming goes on. */
    private Completion<SyncResult> release(PersistentVolume volume) {
        return (isGivenUp(volume)
                        ? Completion.of(Optional.of(volume))
                        : parts.writes().phase(volume, "Released", null))
                .then(released -> BindingWrites.result(released).andThen(() -> reclaim.reclaim(released.get())));
    }
}
