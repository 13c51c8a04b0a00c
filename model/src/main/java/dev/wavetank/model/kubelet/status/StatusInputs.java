package dev.wavetank.model.kubelet.status;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodStatusBuilder;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a status is computed from.
 *
 * @param pod the watched pod
 * @param last the last computed status, or null
 * @param runtime the state of the runtime in the last listing, or null
 * @param reasons why containers could not be started in the sync before, by name
 * @param probes what probes have found
 * @param finalPhase the phase of a pod that ends as a whole, or null
 * @param resizes conditions about what of a resize is not done yet
 */
public record StatusInputs(
        Pod pod,
        Pod.@Nullable Status last,
        @Nullable RuntimePod runtime,
        Map<String, WaitingReason> reasons,
        ProbeResults probes,
        @Nullable String finalPhase,
        List<Pod.Condition> resizes) {

    /** Of a pod that is not being resized. */
    public StatusInputs(
            Pod pod,
            Pod.@Nullable Status last,
            @Nullable RuntimePod runtime,
            Map<String, WaitingReason> reasons,
            ProbeResults probes,
            @Nullable String finalPhase) {
        this(pod, last, runtime, reasons, probes, finalPhase, List.of());
    }

    /**
     * The status that the next one follows: the kubelet's own, once there is one. The watched pod may be older, and to
     * follow it would revert the kubelet's own writes for ever ({@code updateStatusInternal} of the status manager,
     * {@code pkg/kubelet/status/status_manager.go}).
     */
    Pod.Status former() {
        Pod.Status former = last == null ? pod.status() : last;
        return former == null ? PodStatusBuilder.builder().build() : former;
    }
}
