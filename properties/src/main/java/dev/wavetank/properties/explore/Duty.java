package dev.wavetank.properties.explore;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.List;
import java.util.Optional;

/** Which component had to act, when a workload is not as it is wanted, and what it did about it last. */
final class Duty {

    private static final String SCHEDULER = "kube-scheduler";

    private Duty() {}

    /**
     * A sentence about it; empty when nobody is known.
     *
     * @param trace until the violation
     */
    static String of(Family family, List<TraceEntry> trace) {
        return actor(family).map(actor -> sentence(actor, family, trace)).orElse("");
    }

    private static String sentence(String actor, Family family, List<TraceEntry> trace) {
        TraceEntry last = null;
        for (TraceEntry entry : trace) {
            if (entry.record() instanceof RequestTrace && entry.actor().equals(actor) && family.concerns(entry)) {
                last = entry;
            }
        }
        if (last == null) {
            return "it was for " + actor + " to act, which has sent no request about it";
        }
        RequestTrace request = (RequestTrace) last.record();
        return "it was for " + actor + " to act, whose last request about it was " + request.verb() + " "
                + request.subject() + " at " + VirtualTime.format(last.time()) + ", answered with " + request.code();
    }

    /**
     * Pods that are there have to be placed, started or ended; only when all of them are as they should be, there are
     * too few or too many of them.
     */
    private static Optional<String> actor(Family family) {
        KubernetesObject head = family.head();
        if (head == null) {
            return Optional.empty();
        }
        for (KubernetesObject member : family.present()) {
            if (member instanceof Pod pod && !pod.isFinished()) {
                if (pod.nodeName() == null && !pod.metadata().isDeleting()) {
                    return Optional.of(SCHEDULER);
                }
                if (pod.nodeName() != null && (pod.metadata().isDeleting() || !pod.isReady())) {
                    return Optional.of("kubelet/" + pod.nodeName());
                }
            }
        }
        return head.metadata().isDeleting() ? collector(head) : controller(head, family);
    }

    private static Optional<String> collector(KubernetesObject head) {
        if (head.kind().equals("Namespace")) {
            return Optional.of(KubernetesController.NAMESPACE.userAgent());
        }
        return head.metadata().finalizers().stream()
                        .anyMatch(finalizer -> finalizer.equals("foregroundDeletion") || finalizer.equals("orphan"))
                ? Optional.of(KubernetesController.GARBAGE_COLLECTOR.userAgent())
                : Optional.empty();
    }

    private static Optional<String> controller(KubernetesObject head, Family family) {
        if (head.kind().equals("Deployment") && lacksPods(family)) {
            return Optional.of(KubernetesController.REPLICA_SET.userAgent());
        }
        return switch (head.kind()) {
            case "Deployment" -> Optional.of(KubernetesController.DEPLOYMENT.userAgent());
            case "ReplicaSet" -> Optional.of(KubernetesController.REPLICA_SET.userAgent());
            case "ReplicationController" -> Optional.of(KubernetesController.REPLICATION_CONTROLLER.userAgent());
            case "StatefulSet" -> Optional.of(KubernetesController.STATEFUL_SET.userAgent());
            case "DaemonSet" -> Optional.of(KubernetesController.DAEMON_SET.userAgent());
            case "Job" -> Optional.of(KubernetesController.JOB.userAgent());
            default -> Optional.empty();
        };
    }

    /** Whether a ReplicaSet has another number of pods than it wants. */
    private static boolean lacksPods(Family family) {
        for (KubernetesObject member : family.present()) {
            if (member instanceof ReplicaSet set && set.spec().replicas() != null) {
                long pods = family.present().stream()
                        .filter(one -> one instanceof Pod pod
                                && pod.isActive()
                                && pod.metadata().ownerReferences().stream()
                                        .anyMatch(owner -> owner.uid().equals(set.uid())))
                        .count();
                if (pods != set.spec().replicas()) {
                    return true;
                }
            }
        }
        return false;
    }
}
