package dev.wavetank.properties.invariant.convergence;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * StatefulSets that wait for a claim which is gone. With {@code whenScaled: Delete} a claim goes with the pod that was
 * one too many. A StatefulSet that is made larger before it is gone makes no pod of that name ({@code PodClaimIsStale},
 * {@code pkg/controller/statefulset}, v1.32), and nothing makes its controller look once it is gone.
 */
final class StaleClaims {

    /** Pods whose claim has gone with them, until there is a pod of that name again. */
    private final Set<ObjectKey> withoutClaim = new LinkedHashSet<>();

    /** Applies a change. */
    void observe(StoreTrace change) {
        if (change.object() instanceof PersistentVolumeClaim claim && change.change() == WatchEvent.Type.DELETED) {
            for (OwnerReference owner : claim.metadata().ownerReferences()) {
                if (owner.kind().equals(Pod.KIND)) {
                    withoutClaim.add(new ObjectKey(claim.key().namespace(), owner.name()));
                }
            }
        } else if (change.object() instanceof Pod pod && change.change() == WatchEvent.Type.ADDED) {
            withoutClaim.remove(pod.key());
        }
    }

    /** Whether a workload wants a pod whose claim has gone with the last one of its name. */
    boolean hinder(KubernetesObject workload) {
        if (withoutClaim.isEmpty() || !(workload instanceof StatefulSet set)) {
            return false;
        }
        int first = set.spec().ordinals() == null ? 0 : set.spec().ordinals().start();
        for (int i = first; i < first + set.replicas(); i++) {
            if (withoutClaim.contains(
                    new ObjectKey(set.key().namespace(), set.key().name() + "-" + i))) {
                return true;
            }
        }
        return false;
    }
}
