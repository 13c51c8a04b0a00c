package dev.wavetank.model.kubelet.pod;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.kubelet.volume.PodVolumes;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Replaceable parts of pod workers, and of the runtime that works for them.
 *
 * @param object what a worker takes the object of a pod for
 * @param sight what a sync sees of the pod on the node
 * @param volumes waits for the volumes of a pod
 * @param reportsEndLast whether a pod that fails as a whole is shown as failed only when its containers have ended
 * @param reconciles whether a status that somebody else has written is written again
 * @param undoesSetUps whether a sandbox that could not be set up is disconnected from the network
 */
@RecordBuilder
public record WorkerParts(
        UnaryOperator<Pod> object,
        UnaryOperator<RuntimePod> sight,
        VolumeWait volumes,
        Predicate<KubernetesVersion> reportsEndLast,
        boolean reconciles,
        boolean undoesSetUps)
        implements WorkerPartsBuilder.With {

    /** Kubernetes' own. */
    public static final WorkerParts DEFAULT = new WorkerParts(
            UnaryOperator.identity(),
            UnaryOperator.identity(),
            PodVolumes::await,
            version -> version.has(Feature.TERMINAL_PHASE_LAST),
            true,
            true);

    /** Waits for volumes. */
    @FunctionalInterface
    public interface VolumeWait {

        /** Ends with an error, or empty when the pod's volumes are there. */
        Completion<Optional<String>> await(PodVolumes volumes, Pod pod);
    }
}
