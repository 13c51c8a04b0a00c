package dev.wavetank.model.controller.statefulset;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.FailureText;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;

/** Creates the claims of pods, and corrects their owners. */
final class VolumeClaims {

    private final ApiClient client;
    private final EventRecorder events;
    private final Informer<PersistentVolumeClaim> claims;
    private final KubernetesVersion version;

    VolumeClaims(
            ApiClient client, EventRecorder events, Informer<PersistentVolumeClaim> claims, KubernetesVersion version) {
        this.client = client;
        this.events = events;
        this.claims = claims;
        this.version = version;
    }

    /** Creates the missing claims, one after the other. Done with the failures, if there were any. */
    Completion<SyncResult> createMissing(StatefulSet set, Pod pod) {
        return create(set, pod, ClaimNames.claims(set, pod), new ArrayList<>());
    }

    private Completion<SyncResult> create(
            StatefulSet set, Pod pod, List<PersistentVolumeClaim> left, List<String> failures) {
        if (left.isEmpty()) {
            return Completion.of(together(failures));
        }
        PersistentVolumeClaim claim = left.get(0);
        List<PersistentVolumeClaim> rest = left.subList(1, left.size());
        PersistentVolumeClaim present = claims.cached(claim.key());
        if (present != null) {
            if (present.metadata().isDeleting()) {
                failures.add("pvc " + claim.metadata().name() + " is being deleted");
            }
            return create(set, pod, rest, failures);
        }
        return client.send(ApiRequest.Create.of(Resources.PERSISTENT_VOLUME_CLAIMS, claim))
                .then(response -> {
                    if (!response.isSuccess()) {
                        failures.add(
                                "failed to create PVC " + claim.metadata().name() + ": " + FailureText.of(response));
                    }
                    record(set, pod, claim, response);
                    return create(set, pod, rest, failures);
                });
    }

    private void record(StatefulSet set, Pod pod, PersistentVolumeClaim claim, ApiResponse response) {
        String name = claim.metadata().name();
        String ofPod = "Pod " + pod.metadata().name() + " in StatefulSet "
                + set.metadata().name();
        if (response.isSuccess()) {
            events.normal(set, "SuccessfulCreate", "create Claim " + name + " " + ofPod + " success");
        } else if (!response.failedWith(StatusReason.ALREADY_EXISTS)) {
            events.warning(
                    set,
                    "FailedCreate",
                    "create Claim " + name + " for " + ofPod + " failed error: " + FailureText.of(response));
        }
    }

    /** Joins several failures as Kubernetes does. */
    private static SyncResult together(List<String> failures) {
        return switch (failures.size()) {
            case 0 -> SyncResult.DONE;
            case 1 -> SyncResult.retry(failures.get(0));
            default -> SyncResult.retry("[" + String.join(", ", failures) + "]");
        };
    }

    /** Whether a claim of a pod to create belongs to an earlier pod, and has to be deleted first. */
    boolean areStale(StatefulSet set, Pod pod) {
        return hasRetention() && present(set, pod).stream().anyMatch(claim -> ClaimOwners.isStale(pod, claim));
    }

    /** Whether the cached claims of a pod have the right owners. */
    boolean haveRightOwners(StatefulSet set, Pod pod) {
        return !hasRetention() || present(set, pod).stream().allMatch(claim -> ClaimOwners.areRight(set, pod, claim));
    }

    /** Corrects the owners of the claims of a pod. Done with the failure, if there was one. */
    Completion<SyncResult> correctOwners(StatefulSet set, Pod pod) {
        List<Completion<SyncResult>> answers = new ArrayList<>();
        if (hasRetention()) {
            for (PersistentVolumeClaim claim : present(set, pod)) {
                if (!ClaimOwners.areRight(set, pod, claim)) {
                    answers.add(update(ClaimOwners.corrected(set, pod, claim)));
                }
            }
        }
        return SyncResult.all(answers);
    }

    private Completion<SyncResult> update(PersistentVolumeClaim claim) {
        return client.send(new ApiRequest.Update(Resources.PERSISTENT_VOLUME_CLAIMS, "", claim))
                .map(response -> response.isSuccess()
                        ? SyncResult.DONE
                        : SyncResult.retry(
                                "could not update claim " + claim.metadata().name() + " for delete policy ownerRefs: "
                                        + FailureText.of(response)));
    }

    private List<PersistentVolumeClaim> present(StatefulSet set, Pod pod) {
        List<PersistentVolumeClaim> present = new ArrayList<>();
        for (ObjectKey key : ClaimNames.of(set, pod).values()) {
            PersistentVolumeClaim claim = claims.cached(key);
            if (claim != null) {
                present.add(claim);
            }
        }
        return present;
    }

    private boolean hasRetention() {
        return version.has(Feature.STATEFUL_SET_CLAIM_RETENTION);
    }
}
