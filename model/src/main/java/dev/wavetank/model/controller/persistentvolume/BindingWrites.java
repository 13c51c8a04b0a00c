package dev.wavetank.model.controller.persistentvolume;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.PersistentVolumeClaimStatusBuilder;
import dev.wavetank.model.api.core.PersistentVolumeStatusBuilder;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.volume.Annotated;
import dev.wavetank.model.volume.LatestObjects;
import dev.wavetank.model.volume.VolumeAnnotations;
import dev.wavetank.model.volume.VolumeMatching;
import dev.wavetank.sim.Completion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Writes volumes and claims, and remembers its writes until the informers show them. A write that would change
 * nothing is skipped. Each write is done with the stored object, or with empty after a failure.
 */
final class BindingWrites {

    private static final String STATUS = "status";
    private static final String STORAGE = "storage";

    private final ApiClient client;
    private final EventRecorder events;
    private final LatestObjects<PersistentVolume> volumes;
    private final LatestObjects<PersistentVolumeClaim> claims;

    BindingWrites(
            ApiClient client,
            EventRecorder events,
            LatestObjects<PersistentVolume> volumes,
            LatestObjects<PersistentVolumeClaim> claims) {
        this.client = client;
        this.events = events;
        this.volumes = volumes;
        this.claims = claims;
    }

    /** Binds the two in four writes: volume, its phase, claim, its status. The first failure ends it. */
    Completion<SyncResult> bind(PersistentVolume volume, PersistentVolumeClaim claim) {
        Optional<PersistentVolume> changed = VolumeMatching.bound(volume, claim);
        return (changed.isPresent() ? save(changed.get(), "") : Completion.of(Optional.of(volume)))
                .then(saved -> next(saved, one -> phase(one, "Bound", null)))
                .then(saved -> saved.isEmpty()
                        ? Completion.of(result(saved))
                        : bindClaim(claim, saved.get())
                                .then(bound -> next(bound, one -> status(one, "Bound", saved.get())))
                                .map(BindingWrites::result));
    }

    /** The sync result after a write. */
    static SyncResult result(Optional<?> saved) {
        return saved.isPresent() ? SyncResult.DONE : SyncResult.retry("a claim or a volume could not be written");
    }

    private static <T> Completion<Optional<T>> next(Optional<T> saved, Function<T, Completion<Optional<T>>> step) {
        return saved.isEmpty() ? Completion.of(saved) : step.apply(saved.get());
    }

    private Completion<Optional<PersistentVolumeClaim>> bindClaim(
            PersistentVolumeClaim claim, PersistentVolume volume) {
        ObjectMeta metadata = claim.metadata();
        PersistentVolumeClaim.Spec spec = claim.spec();
        String name = volume.metadata().name();
        if (!name.equals(spec.volumeName())) {
            spec = spec.withVolumeName(name);
            metadata = marked(metadata, VolumeAnnotations.BOUND_BY_CONTROLLER);
        }
        metadata = marked(metadata, VolumeAnnotations.BIND_COMPLETED);
        return metadata == claim.metadata() && spec == claim.spec()
                ? Completion.of(Optional.of(claim))
                : save(claim.withMetadata(metadata).withSpec(spec), "");
    }

    private static ObjectMeta marked(ObjectMeta metadata, String annotation) {
        return metadata.annotations().containsKey(annotation)
                ? metadata
                : Annotated.with(metadata, annotation, VolumeAnnotations.YES);
    }

    /** Sets the phase of a volume. */
    Completion<Optional<PersistentVolume>> phase(PersistentVolume volume, String phase, String message) {
        if (phase.equals(volume.phase())) {
            return Completion.of(Optional.of(volume));
        }
        PersistentVolume.Status status = volume.status() == null
                ? PersistentVolumeStatusBuilder.builder().build()
                : volume.status();
        return save(volume.withStatus(status.withPhase(phase).withMessage(message)), STATUS);
    }

    /** Marks the volume as failed, and records it once. */
    Completion<Optional<PersistentVolume>> failed(PersistentVolume volume, String reason, String message) {
        if ("Failed".equals(volume.phase())) {
            return Completion.of(Optional.of(volume));
        }
        return phase(volume, "Failed", message).map(saved -> {
            saved.ifPresent(one -> events.warning(one, reason, message));
            return saved;
        });
    }

    /** Marks the claim as pending. */
    Completion<SyncResult> pending(PersistentVolumeClaim claim) {
        return status(claim, "Pending", null).map(BindingWrites::result);
    }

    /** Marks the claim as lost, and records it once. */
    Completion<SyncResult> lost(PersistentVolumeClaim claim, String reason, String message) {
        if ("Lost".equals(claim.phase())) {
            return Completion.of(SyncResult.DONE);
        }
        return status(claim, "Lost", null).map(saved -> {
            saved.ifPresent(one -> events.warning(one, reason, message));
            return result(saved);
        });
    }

    /**
     * Only the status of a bound claim has size and modes; the size is set when the claim becomes bound, because it
     * may differ later.
     */
    private Completion<Optional<PersistentVolumeClaim>> status(
            PersistentVolumeClaim claim, String phase, PersistentVolume volume) {
        PersistentVolumeClaim.Status before = claim.status() == null
                ? PersistentVolumeClaimStatusBuilder.builder().build()
                : claim.status();
        PersistentVolumeClaim.Status after = before.withPhase(phase)
                .withAccessModes(volume == null ? List.of() : volume.spec().accessModes());
        if (volume == null) {
            after = after.withCapacity(null);
        } else if (!phase.equals(before.phase())
                && differ(before.capacity(), volume.spec().capacity())) {
            after = after.withCapacity(volume.spec().capacity());
        }
        return after.equals(before) ? Completion.of(Optional.of(claim)) : save(claim.withStatus(after), STATUS);
    }

    private static boolean differ(Map<String, String> known, Map<String, String> real) {
        String before = known.get(STORAGE);
        return before == null || Quantity.parse(before).compareTo(Quantity.parse(real.getOrDefault(STORAGE, "0"))) != 0;
    }

    /** Unbinds a volume. A volume that was created with a claim reference keeps it, without the uid. */
    Completion<SyncResult> unbind(PersistentVolume volume) {
        PersistentVolume free;
        if (volume.metadata().annotations().containsKey(VolumeAnnotations.BOUND_BY_CONTROLLER)) {
            free = volume.withMetadata(Annotated.without(volume.metadata(), VolumeAnnotations.BOUND_BY_CONTROLLER))
                    .withSpec(volume.spec().withClaimRef(null));
        } else {
            free = volume.withSpec(
                    volume.spec().withClaimRef(volume.spec().claimRef().withUid(null)));
        }
        return save(free, "")
                .then(saved -> next(saved, one -> phase(one, "Available", null)))
                .map(BindingWrites::result);
    }

    /** Stores a claim. */
    Completion<Optional<PersistentVolumeClaim>> save(PersistentVolumeClaim claim, String subresource) {
        return client.send(new ApiRequest.Update(Resources.PERSISTENT_VOLUME_CLAIMS, subresource, claim))
                .map(response -> {
                    if (!(response instanceof ApiResponse.One one)) {
                        return Optional.empty();
                    }
                    PersistentVolumeClaim saved = one.as(PersistentVolumeClaim.class);
                    claims.put(saved);
                    return Optional.of(saved);
                });
    }

    private Completion<Optional<PersistentVolume>> save(PersistentVolume volume, String subresource) {
        return client.send(new ApiRequest.Update(Resources.PERSISTENT_VOLUMES, subresource, volume))
                .map(response -> {
                    if (!(response instanceof ApiResponse.One one)) {
                        return Optional.empty();
                    }
                    PersistentVolume saved = one.as(PersistentVolume.class);
                    volumes.put(saved);
                    return Optional.of(saved);
                });
    }
}
