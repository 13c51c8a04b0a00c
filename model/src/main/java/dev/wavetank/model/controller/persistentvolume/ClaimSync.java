package dev.wavetank.model.controller.persistentvolume;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.storage.StorageClass;
import dev.wavetank.model.client.cache.Index;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.volume.Annotated;
import dev.wavetank.model.volume.LatestObjects;
import dev.wavetank.model.volume.VolumeAnnotations;
import dev.wavetank.model.volume.VolumeClaim;
import dev.wavetank.model.volume.VolumeMatching;
import dev.wavetank.sim.Completion;
import java.util.List;
import java.util.Optional;

/** One sync of a claim. */
final class ClaimSync {

    private static final String FAILED_BINDING = "FailedBinding";
    private static final String VOLUME_MISMATCH = "VolumeMismatch";
    private static final String IN_TREE = "kubernetes.io/";

    private final Parts parts;
    private final Index<Pod> podsByClaim;
    private final Operations operations;

    /** The parts that both syncs share. */
    record Parts(
            LatestObjects<PersistentVolume> volumes,
            LatestObjects<PersistentVolumeClaim> claims,
            Informer<StorageClass> classes,
            BindingWrites writes,
            EventRecorder events,
            KubernetesVersion version) {}

    ClaimSync(Parts parts, Index<Pod> podsByClaim, Operations operations) {
        this.parts = parts;
        this.podsByClaim = podsByClaim;
        this.operations = operations;
    }

    /** Whether a later sync may find a volume or a class for the claim, though the claim does not change. */
    boolean isAwaited(PersistentVolumeClaim claim) {
        if (VolumeClaim.isBindCompleted(claim)) {
            return false;
        }
        String className = VolumeClaim.className(claim);
        StorageClass storage = className.isEmpty() ? null : parts.classes().cached(new ObjectKey(null, className));
        return claim.volumeName() != null
                || !VolumeClaim.waitsForConsumer(claim, storage)
                || claim.metadata().annotations().containsKey(VolumeAnnotations.SELECTED_NODE);
    }

    Completion<SyncResult> sync(PersistentVolumeClaim claim) {
        if (VolumeClaim.isBindCompleted(claim)) {
            return bound(claim);
        }
        return claim.volumeName() == null ? unbound(claim) : preBound(claim);
    }

    private Completion<SyncResult> unbound(PersistentVolumeClaim claim) {
        String className = VolumeClaim.className(claim);
        StorageClass storage = className.isEmpty() ? null : parts.classes().cached(new ObjectKey(null, className));
        boolean waits = VolumeClaim.waitsForConsumer(claim, storage);
        Optional<PersistentVolume> found =
                VolumeMatching.bestFor(claim, parts.volumes().all(), waits);
        if (found.isPresent()) {
            return parts.writes().bind(found.get(), claim);
        }
        Optional<StorageClass> late = lateClass(claim);
        if (late.isPresent()) {
            String name = late.get().metadata().name();
            return parts.writes()
                    .save(claim.withSpec(claim.spec().withStorageClassName(name)), "")
                    .map(BindingWrites::result);
        }
        if (waits && !claim.metadata().annotations().containsKey(VolumeAnnotations.SELECTED_NODE)) {
            recordWaiting(claim);
        } else if (!className.isEmpty()) {
            provision(claim, className, storage);
            return Completion.of(SyncResult.DONE);
        } else {
            parts.events()
                    .normal(
                            claim,
                            FAILED_BINDING,
                            "no persistent volumes available for this claim and no storage class is set");
        }
        return parts.writes().pending(claim);
    }

    private Optional<StorageClass> lateClass(PersistentVolumeClaim claim) {
        return !parts.version().has(Feature.RETROACTIVE_DEFAULT_STORAGE_CLASS) || VolumeClaim.hasClass(claim)
                ? Optional.empty()
                : DefaultClass.among(parts.classes().all());
    }

    private void recordWaiting(PersistentVolumeClaim claim) {
        List<String> waiting = podsByClaim.find(claim.key().toString()).stream()
                .filter(pod -> !pod.isFinished()
                        && (pod.nodeName() == null || pod.nodeName().isEmpty()))
                .map(pod -> pod.metadata().name())
                .toList();
        if (waiting.isEmpty()) {
            parts.events()
                    .normal(claim, "WaitForFirstConsumer", "waiting for first consumer to be created before binding");
        } else {
            String noun = waiting.size() == 1 ? "pod " : "pods ";
            String message = "waiting for " + noun + String.join(",", waiting) + " to be scheduled";
            parts.events().normal(claim, "WaitForPodScheduled", message);
        }
    }

    private void provision(PersistentVolumeClaim claim, String className, StorageClass storage) {
        if (storage == null) {
            failedProvisioning(claim, "storageclass.storage.k8s.io \"" + className + "\" not found");
        } else if (storage.provisioner().startsWith(IN_TREE)) {
            String which =
                    parts.version().has(Feature.STABLE_PROVISIONER_ANNOTATION) ? " name: " + storage.provisioner() : "";
            failedProvisioning(claim, "no volume plugin matched" + which);
        } else {
            operations.run(
                    "provision-" + claim.key() + "[" + claim.uid() + "]", () -> ask(claim, storage.provisioner()));
        }
    }

    private void failedProvisioning(PersistentVolumeClaim claim, String why) {
        parts.events().warning(claim, "ProvisioningFailed", why);
    }

    /**
     * Requests a volume from an external provisioner by annotation, and records an Event with the provisioner's name.
     */
    private Completion<SyncResult> ask(PersistentVolumeClaim claim, String provisioner) {
        boolean hasSecondName = parts.version().has(Feature.STABLE_PROVISIONER_ANNOTATION);
        String asked =
                hasSecondName ? VolumeAnnotations.STORAGE_PROVISIONER : VolumeAnnotations.BETA_STORAGE_PROVISIONER;
        Completion<Optional<PersistentVolumeClaim>> annotated = Completion.of(Optional.of(claim));
        if (!provisioner.equals(claim.metadata().annotations().get(asked))) {
            ObjectMeta metadata =
                    Annotated.with(claim.metadata(), VolumeAnnotations.BETA_STORAGE_PROVISIONER, provisioner);
            annotated = parts.writes().save(claim.withMetadata(Annotated.with(metadata, asked, provisioner)), "");
        }
        return annotated.map(saved -> {
            saved.ifPresent(one -> parts.events().normal(one, "ExternalProvisioning", waitingFor(provisioner)));
            return BindingWrites.result(saved);
        });
    }

    private String waitingFor(String provisioner) {
        return !parts.version().has(Feature.LONG_CLAIM_MESSAGE)
                ? "waiting for a volume to be created, either by external provisioner \"" + provisioner
                        + "\" or manually created by system administrator"
                : "Waiting for a volume to be created either by the external provisioner '" + provisioner
                        + "' or manually by the system administrator. If volume creation is delayed, please verify"
                        + " that the provisioner is running and correctly registered.";
    }

    /** Syncs a claim that names a volume but was never bound. */
    private Completion<SyncResult> preBound(PersistentVolumeClaim claim) {
        PersistentVolume volume = parts.volumes().latest(new ObjectKey(null, claim.volumeName()));
        if (volume == null) {
            return parts.writes().pending(claim);
        }
        if (volume.spec().claimRef() == null) {
            Optional<String> mismatch = mismatch(volume, claim);
            if (mismatch.isEmpty()) {
                return parts.writes().bind(volume, claim);
            }
            parts.events()
                    .warning(
                            claim,
                            VOLUME_MISMATCH,
                            "Cannot bind to requested volume \""
                                    + volume.metadata().name() + "\": " + mismatch.get());
            return parts.writes().pending(claim);
        }
        if (VolumeMatching.isBoundTo(volume, claim)) {
            return parts.writes().bind(volume, claim);
        }
        parts.events()
                .warning(
                        claim,
                        FAILED_BINDING,
                        "volume \"" + volume.metadata().name() + "\" already bound to a different claim.");
        return claim.metadata().annotations().containsKey(VolumeAnnotations.BOUND_BY_CONTROLLER)
                ? Completion.of(SyncResult.retry("the volume is bound to a different claim"))
                : parts.writes().pending(claim);
    }

    private static Optional<String> mismatch(PersistentVolume volume, PersistentVolumeClaim claim) {
        if (volume.metadata().isDeleting()) {
            return Optional.of(
                    "the volume is marked for deletion \"" + volume.metadata().name() + "\"");
        }
        if (VolumeClaim.size(volume).compareTo(VolumeClaim.size(claim)) < 0) {
            return Optional.of("requested PV is too small");
        }
        if (!VolumeClaim.className(volume).equals(VolumeClaim.className(claim))) {
            return Optional.of("storageClassName does not match");
        }
        if (VolumeMatching.differInMode(volume, claim)) {
            return Optional.of("incompatible volumeMode");
        }
        return VolumeMatching.hasModes(volume, claim) ? Optional.empty() : Optional.of("incompatible accessMode");
    }

    /** Syncs a claim that was bound before. */
    private Completion<SyncResult> bound(PersistentVolumeClaim claim) {
        if (claim.volumeName() == null) {
            return lost(claim, "Bound claim has lost reference to PersistentVolume. Data on the volume is lost!");
        }
        PersistentVolume volume = parts.volumes().latest(new ObjectKey(null, claim.volumeName()));
        if (volume == null) {
            return lost(claim, "Bound claim has lost its PersistentVolume. Data on the volume is lost!");
        }
        PersistentVolume.ClaimReference reference = volume.spec().claimRef();
        if (reference == null || claim.uid().equals(reference.uid())) {
            return parts.writes().bind(volume, claim);
        }
        return parts.writes()
                .lost(claim, "ClaimMisbound", "Two claims are bound to the same volume, this one is bound incorrectly");
    }

    private Completion<SyncResult> lost(PersistentVolumeClaim claim, String message) {
        return parts.writes().lost(claim, "ClaimLost", message);
    }
}
