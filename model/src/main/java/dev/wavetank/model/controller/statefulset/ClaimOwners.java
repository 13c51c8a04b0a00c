package dev.wavetank.model.controller.statefulset;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import java.util.ArrayList;
import java.util.List;

/**
 * The owners of a claim, by which the garbage collector deletes it: the rule of {@code
 * persistentVolumeClaimRetentionPolicy}.
 */
final class ClaimOwners {

    private static final String DELETE = "Delete";

    private ClaimOwners() {}

    /** Whether a claim has the owners that it should have. */
    static boolean areRight(StatefulSet set, Pod pod, PersistentVolumeClaim claim) {
        return isForeign(set, pod, claim)
                || has(claim, set) == isForSet(set, pod) && has(claim, pod) == isForPod(set, pod);
    }

    /** The claim with the owners that it should have. */
    static PersistentVolumeClaim corrected(StatefulSet set, Pod pod, PersistentVolumeClaim claim) {
        List<OwnerReference> owners = new ArrayList<>(claim.metadata().ownerReferences());
        correct(owners, set, isForSet(set, pod));
        correct(owners, pod, isForPod(set, pod));
        return claim.withMetadata(claim.metadata().withOwnerReferences(owners));
    }

    /** Whether a claim belongs to an earlier pod of the same name, and will be deleted with it. */
    static boolean isStale(Pod pod, PersistentVolumeClaim claim) {
        for (OwnerReference owner : claim.metadata().ownerReferences()) {
            if (owner.kind().equals(Pod.KIND)
                    && owner.name().equals(pod.metadata().name())
                    && !owner.uid().equals(pod.uid())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isForSet(StatefulSet set, Pod pod) {
        StatefulSet.RetentionPolicy policy = set.spec().persistentVolumeClaimRetentionPolicy();
        return policy != null && DELETE.equals(policy.whenDeleted()) && !isForPod(set, pod);
    }

    private static boolean isForPod(StatefulSet set, Pod pod) {
        StatefulSet.RetentionPolicy policy = set.spec().persistentVolumeClaimRetentionPolicy();
        return policy != null && DELETE.equals(policy.whenScaled()) && !Identity.isWanted(set, Identity.ordinal(pod));
    }

    /** Whether another controller manages the claim. */
    private static boolean isForeign(StatefulSet set, Pod pod, PersistentVolumeClaim claim) {
        return claim.metadata()
                .controller()
                .map(owner -> !owner.uid().equals(set.uid()) && !owner.uid().equals(pod.uid()))
                .orElse(false);
    }

    private static boolean has(PersistentVolumeClaim claim, KubernetesObject owner) {
        return claim.metadata().ownerReferences().stream()
                .anyMatch(reference -> reference.uid().equals(owner.uid()));
    }

    private static void correct(List<OwnerReference> owners, KubernetesObject owner, boolean wanted) {
        boolean present = owners.stream().anyMatch(reference -> reference.uid().equals(owner.uid()));
        if (wanted && !present) {
            owners.add(OwnerReference.controlledBy(owner));
        } else if (!wanted) {
            owners.removeIf(reference -> reference.uid().equals(owner.uid()));
        }
    }
}
