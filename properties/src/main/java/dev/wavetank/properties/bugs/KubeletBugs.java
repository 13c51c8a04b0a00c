package dev.wavetank.properties.bugs;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.kubelet.pod.WorkerParts;
import dev.wavetank.sim.Completion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Bugs that kubelets had, put into the parts of today's. */
final class KubeletBugs {

    private KubeletBugs() {}

    /** What each of them changes, by name. */
    static Map<String, UnaryOperator<ClusterParts>> changes() {
        Map<String, UnaryOperator<ClusterParts>> changes = new LinkedHashMap<>();
        changes.put("second-instance", in(parts -> parts.withSight(KubeletBugs::withoutContainers)));
        changes.put("early-end", in(parts -> parts.withReportsEndLast(version -> false)));
        changes.put(
                "unmounted-volumes",
                in(parts -> parts.withVolumes((volumes, pod) -> {
                    volumes.await(pod);
                    return Completion.of(Optional.empty());
                })));
        changes.put("second-life", in(parts -> parts.withObject(KubeletBugs::withoutEnd)));
        changes.put("stale-readiness", in(parts -> parts.withReconciles(false)));
        changes.put("leaked-address", in(parts -> parts.withUndoesSetUps(false)));
        return changes;
    }

    private static UnaryOperator<ClusterParts> in(UnaryOperator<WorkerParts> change) {
        return parts -> parts.withPodWorkers(change.apply(parts.podWorkers()));
    }

    private static Pod withoutEnd(Pod pod) {
        return pod.isFinished()
                ? pod.withStatus(pod.status().withPhase("Pending").withContainerStatuses(List.of()))
                : pod;
    }

    private static RuntimePod withoutContainers(RuntimePod seen) {
        return new RuntimePod(
                seen.sandboxId(),
                seen.pod(),
                seen.uid(),
                seen.attempt(),
                seen.createdAt(),
                seen.ready(),
                seen.ip(),
                seen.serving(),
                List.of());
    }
}
