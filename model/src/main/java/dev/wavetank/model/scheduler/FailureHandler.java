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
import dev.wavetank.sim.Completion;

/** Returns pods whose attempt has failed to the queue, and reports why ({@code handleSchedulingFailure}). */
final class FailureHandler {

    private final SchedulingQueue queue;
    private final Nominator nominator;
    private final Informer<Pod> pods;
    private final PodReports reports;
    private final boolean leavesAssigned;
    private final boolean reportsLatest;
    private final boolean nominatesPhantoms;

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
        this.reportsLatest = !version.has(Feature.FAILURE_OF_ATTEMPTED_POD);
        this.nominatesPhantoms = version.has(Feature.PHANTOM_PREEMPTORS);
        this.leavesAssigned = version.has(Feature.ASSIGNED_PODS_NOT_REQUEUED);
    }

    /**
     * Puts the pod back, and reports why.
     *
     * @param pod as it was when the attempt began
     * @return done when the report about the condition has been answered
     */
    Completion<Boolean> failed(QueuedPod queued, PodInfo pod, Outcome.Failure failure, String reporter) {
        Pod latest = pods.cached(pod.pod().key());
        Pod reported = pod.pod();
        boolean isGone = latest == null
                || !latest.uid().equals(pod.uid())
                || (leavesAssigned
                        && latest.nodeName() != null
                        && !latest.nodeName().isEmpty());
        if (isGone) {
            queue.done(queued);
        } else {
            reported = reportsLatest ? latest : reported;
            queue.putBack(queued, latest, failure.refusedBy());
        }
        String nominatedNode = failure.nominatedNode();
        if (nominatedNode != null && !nominatedNode.isEmpty()) {
            if (!isGone || nominatesPhantoms) {
                nominator.add(pod, nominatedNode);
            }
        } else if (nominatedNode != null) {
            nominator.remove(pod.uid());
        }
        return reports.failed(reported, failure.reason(), failure.message(), nominatedNode, reporter);
    }
}
