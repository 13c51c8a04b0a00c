package dev.wavetank.model.scheduler;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.scheduler.cycle.Outcome;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.queue.Nominator;
import dev.wavetank.model.scheduler.queue.QueuedPod;
import dev.wavetank.model.scheduler.queue.SchedulingQueue;
import dev.wavetank.model.scheduler.report.PodReports;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;

/** Returns pods whose attempt has failed to the queue, and reports why ({@code handleSchedulingFailure}). */
final class FailureHandler {

    private final SchedulingQueue queue;
    private final Nominator nominator;
    private final Informer<Pod> pods;
    private final PodReports reports;
    private final boolean leavesAssigned;

    FailureHandler(
            SchedulingQueue queue,
            Nominator nominator,
            Informer<Pod> pods,
            PodReports reports,
            KubernetesVersion version) {
        this.queue = queue;
        this.nominator = nominator;
        this.pods = pods;
        this.reports = reports;
        this.leavesAssigned = version.has(Feature.ASSIGNED_PODS_NOT_REQUEUED);
    }

    /** @param pod as it was when the attempt began */
    void failed(QueuedPod queued, PodInfo pod, Outcome.Failure failure, String reporter) {
        Pod latest = pods.cached(pod.pod().key());
        if (latest == null
                || !latest.uid().equals(pod.uid())
                || (leavesAssigned
                        && latest.nodeName() != null
                        && !latest.nodeName().isEmpty())) {
            queue.done(queued);
        } else {
            queue.putBack(queued, latest, failure.refusedBy());
        }
        String nominatedNode = failure.nominatedNode();
        if (nominatedNode != null && !nominatedNode.isEmpty()) {
            nominator.add(pod, nominatedNode);
        } else if (nominatedNode != null) {
            nominator.remove(pod.uid());
        }
        reports.failed(pod.pod(), failure.reason(), failure.message(), nominatedNode, reporter);
    }
}
