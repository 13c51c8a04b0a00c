package dev.wavetank.properties.invariant.convergence;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Pods that are deleted in the foreground and own their claim, which a StatefulSet with {@code whenScaled: Delete}
 * gives to them. The pod waits for its claim ({@code blockOwnerDeletion}, {@code addControllerRef} in
 * {@code pkg/controller/statefulset/stateful_set_utils.go}, v1.32), and the claim for the last pod that names it
 * ({@code podUsesPVC} in {@code pkg/controller/volume/pvcprotection}, v1.32, which exempts only the claims of ephemeral
 * volumes).
 */
final class CircularWaits {

    private static final String FOREGROUND = "foregroundDeletion";

    /** Pods that wait for what they own, by uid. */
    private final Map<String, Pod> waiting = new LinkedHashMap<>();
    /** The uid of the pod that waits for a claim which is being deleted, by the uid of the claim. */
    private final Map<String, String> owners = new LinkedHashMap<>();

    /** Applies a change. */
    void observe(StoreTrace change) {
        KubernetesObject object = change.object();
        boolean isGoing =
                change.change() != WatchEvent.Type.DELETED && object.metadata().isDeleting();
        if (object instanceof Pod pod) {
            if (isGoing && pod.metadata().finalizers().contains(FOREGROUND)) {
                waiting.put(pod.uid(), pod);
            } else if (!waiting.isEmpty()) {
                waiting.remove(pod.uid());
            }
        } else if (object instanceof PersistentVolumeClaim claim) {
            owners.remove(claim.uid());
            if (isGoing) {
                claim.metadata().ownerReferences().stream()
                        .filter(owner -> owner.kind().equals(Pod.KIND))
                        .filter(owner -> Boolean.TRUE.equals(owner.blockOwnerDeletion()))
                        .map(OwnerReference::uid)
                        .findFirst()
                        .ifPresent(owner -> owners.put(claim.uid(), owner));
            }
        }
    }

    /** Whether what this object lacks is the end of such a wait. */
    boolean hinder(KubernetesObject object) {
        for (Map.Entry<String, String> wait : owners.entrySet()) {
            Pod pod = waiting.get(wait.getValue());
            if (pod != null
                    && (object.uid().equals(wait.getKey())
                            || object.uid().equals(pod.uid())
                            || object instanceof StatefulSet set && isOf(set, pod))) {
                return true;
            }
        }
        return false;
    }

    /** Whether the set wants a pod of that name; it may be a new set with the name of the one that is gone. */
    private static boolean isOf(StatefulSet set, Pod pod) {
        String name = pod.key().name();
        int end = name.lastIndexOf('-');
        return end > 0 && set.key().equals(new ObjectKey(pod.key().namespace(), name.substring(0, end)));
    }
}
