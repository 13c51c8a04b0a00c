package dev.wavetank.properties.bugs;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.kubelet.pod.WorkerParts;
import dev.wavetank.sim.Completion;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Bugs that kubelets had, put into the parts of today's. */
final class KubeletBugs {

    private static final KnownBug SECOND_INSTANCE = bug(
            "second-instance",
            "The kubelet takes a container that has run before for lost, and starts another beside it.",
            "kubernetes#117694",
            "OneInstance",
            parts -> parts.withSight(KubeletBugs::withoutContainers));

    private static final KnownBug EARLY_END = bug(
            "early-end",
            "The kubelet reports that a pod has failed while its containers still run.",
            "kubernetes#104560, kubernetes#106884",
            "EndReportedLast",
            parts -> parts.withReportsEndLast(version -> false));

    private static final KnownBug UNMOUNTED_VOLUMES = bug(
            "unmounted-volumes",
            "The kubelet starts containers without waiting for their volumes.",
            "a mistake in kubelets that take a volume for mounted when its set-up has begun",
            "VolumesFirst",
            parts -> parts.withVolumes((volumes, pod) -> {
                volumes.await(pod);
                return Completion.of(Optional.empty());
            }));

    private static final KnownBug SECOND_LIFE = bug(
            "second-life",
            "A restarted kubelet does not heed that a pod has ended, and runs it again.",
            "kubernetes#54499, kubernetes#58711",
            "PhaseMonotone",
            parts -> parts.withObject(KubeletBugs::withoutEnd));

    private static final KnownBug STALE_READINESS = bug(
            "stale-readiness",
            "The kubelet leaves a pod unready that the node controller has marked while the node was silent.",
            "kubernetes#84931, kubernetes#92378, kubernetes#120256",
            "Convergence",
            parts -> parts.withReconciles(false));

    private static final KnownBug LEAKED_ADDRESS = bug(
            "leaked-address",
            "The runtime forgets a sandbox that could not be set up, without having its address given back.",
            "kubernetes#86944, kubernetes#57280",
            "AddressesReturned",
            parts -> parts.withUndoesSetUps(false));

    private KubeletBugs() {}

    static List<KnownBug> all() {
        return List.of(SECOND_INSTANCE, EARLY_END, UNMOUNTED_VOLUMES, SECOND_LIFE, STALE_READINESS, LEAKED_ADDRESS);
    }

    private static KnownBug bug(
            String name, String mechanism, String source, String invariant, UnaryOperator<WorkerParts> change) {
        return new KnownBug(
                name,
                mechanism,
                source,
                invariant,
                Optional.empty(),
                parts -> parts.withPodWorkers(change.apply(parts.podWorkers())));
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
