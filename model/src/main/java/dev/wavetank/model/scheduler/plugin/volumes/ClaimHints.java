package dev.wavetank.model.scheduler.plugin.volumes;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scheduler.framework.ClusterEvent;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.volume.VolumeClaim;
import java.util.List;

/** Whether changes of claims and of pods that use them concern a pod. */
final class ClaimHints {

    private ClaimHints() {}

    /** Whether the pod uses the claim that has changed. */
    static boolean isAboutItsClaim(PodInfo pod, ClusterEvent.Occurrence occurrence) {
        return occurrence.after() != null
                && VolumeClaim.of(pod.pod()).contains(occurrence.after().key());
    }

    /** Whether the pod that is gone used a claim of this one. */
    static boolean haveCommonClaim(PodInfo pod, Pod gone) {
        List<ObjectKey> own = VolumeClaim.of(pod.pod());
        return VolumeClaim.of(gone).stream().anyMatch(own::contains);
    }

    /** Whether the pod that is gone used a volume that counts as attached to its node. */
    static boolean detaches(PodInfo pod, ClusterEvent.Occurrence occurrence) {
        return occurrence.before() instanceof Pod gone && !gone.spec().volumes().isEmpty();
    }
}
