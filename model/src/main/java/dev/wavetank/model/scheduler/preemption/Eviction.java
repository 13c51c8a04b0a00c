package dev.wavetank.model.scheduler.preemption;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.scheduler.framework.Handle;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.model.scheduler.report.PodReports;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Deletes victims, and takes back the nominations of less important pods ({@code prepareCandidate}). */
final class Eviction {

    /** The condition of a pod that has to go for a reason that is not its own. */
    private static final String DISRUPTION_TARGET = "DisruptionTarget";

    private static final String PATCH_TYPE = "application/strategic-merge-patch+json";

    private final Handle handle;
    private final KubernetesVersion version;

    Eviction(Handle handle) {
        this.handle = handle;
        this.version = handle.version();
    }

    /** Does it; an error when a victim could not be deleted, so that the pod is not nominated. */
    Completion<Status> of(Candidate candidate, PodInfo pod) {
        Completion<Status> removed = version.has(Feature.VICTIMS_IN_PARALLEL)
                ? allAtOnce(candidate.victims(), candidate, pod)
                : oneByOne(candidate, pod);
        return removed.then(
                status -> status.isSuccess() ? clearNominations(candidate.node().name(), pod) : Completion.of(status));
    }

    /** Deletes some victims of a candidate. */
    Completion<Status> allAtOnce(List<PodInfo> victims, Candidate candidate, PodInfo pod) {
        List<Completion<Status>> all = new ArrayList<>();
        victims.forEach(victim -> all.add(remove(victim, candidate, pod)));
        return Completion.all(all)
                .map(statuses -> statuses.stream()
                        .filter(status -> !status.isSuccess())
                        .findFirst()
                        .orElse(Status.SUCCESS));
    }

    private Completion<Status> oneByOne(Candidate candidate, PodInfo pod) {
        Completion<Status> last = Completion.of(Status.SUCCESS);
        for (PodInfo victim : candidate.victims()) {
            last = last.then(status -> status.isSuccess() ? remove(victim, candidate, pod) : Completion.of(status));
        }
        return last;
    }

    /** Deletes one victim. */
    Completion<Status> remove(PodInfo victim, Candidate candidate, PodInfo pod) {
        handle.waitingPods().reject(victim.uid(), DefaultPreemption.NAME, "preempted");
        ApiClient client = handle.client();
        Pod.Condition condition = condition(victim.pod(), pod.pod());
        Completion<Status> marked =
                version.has(Feature.POD_DISRUPTION_CONDITIONS) && !isWritten(victim.pod(), condition)
                        ? client.send(marking(victim.pod(), condition)).map(Eviction::status)
                        : Completion.of(Status.SUCCESS);
        return marked.then(status -> status.isSuccess()
                        ? client.send(deletion(victim.pod())).map(Eviction::status)
                        : Completion.of(status))
                .map(status -> {
                    if (status.isSuccess()) {
                        report(victim, candidate, pod);
                    }
                    return status;
                });
    }

    /** A victim that is gone already is no failure. */
    private static Status status(ApiResponse response) {
        if (response.isSuccess() || response.failedWith(StatusReason.NOT_FOUND)) {
            return Status.SUCCESS;
        }
        return Status.error(
                response instanceof ApiResponse.Failed failed
                        ? String.valueOf(failed.status().message())
                        : "the API server cannot be reached");
    }

    private static ApiRequest deletion(Pod victim) {
        return new ApiRequest.Delete(
                Resources.PODS, victim.key().namespace(), victim.key().name(), ApiRequest.DeleteOptions.DEFAULT);
    }

    private Pod.Condition condition(Pod victim, Pod pod) {
        Long generation =
                version.has(Feature.POD_OBSERVED_GENERATION) ? victim.metadata().generation() : null;
        return victim.conditionSet(
                        DISRUPTION_TARGET,
                        "True",
                        reason(version),
                        pod.spec().schedulerName() + ": preempting to accommodate a higher priority pod",
                        Timestamps.seconds(handle.context().clock()))
                .observing(generation);
    }

    /** Another generation alone is not written ({@code UpdatePodCondition}, pkg/api/v1/pod/util.go v1.34). */
    private static boolean isWritten(Pod victim, Pod.Condition condition) {
        return victim.condition(DISRUPTION_TARGET)
                .filter(before -> before.observing(null).equals(condition.observing(null)))
                .isPresent();
    }

    private static ApiRequest marking(Pod victim, Pod.Condition next) {
        Map<String, Object> condition = new LinkedHashMap<>();
        condition.put("type", next.type());
        condition.put("status", next.status());
        condition.put("lastTransitionTime", next.lastTransitionTime().toString());
        condition.put("reason", next.reason());
        condition.put("message", next.message());
        if (next.observedGeneration() != null) {
            condition.put("observedGeneration", next.observedGeneration());
        }
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("conditions", List.of(condition));
        return new ApiRequest.Patch(
                Resources.PODS,
                victim.key().namespace(),
                victim.key().name(),
                "status",
                new ApiRequest.Change.Document(PATCH_TYPE, Collections.singletonMap("status", status)));
    }

    private static String reason(KubernetesVersion version) {
        return version.has(Feature.TERMINATING_BY_PREEMPTION) ? "PreemptionByScheduler" : "PreemptionByKubeScheduler";
    }

    /** Whether a pod is going because it was preempted; before v1.27 every pod that is going counts. */
    static boolean isGoing(Pod pod, KubernetesVersion version) {
        if (!pod.metadata().isDeleting() || !version.has(Feature.TERMINATING_BY_PREEMPTION)) {
            return pod.metadata().isDeleting();
        }
        return pod.condition(DISRUPTION_TARGET)
                .filter(condition ->
                        condition.status().equals("True") && reason(version).equals(condition.reason()))
                .isPresent();
    }

    private void report(PodInfo victim, Candidate candidate, PodInfo pod) {
        String by = pod.pod().key().toString();
        if (version.has(Feature.PREEMPTED_BY_UID)) {
            by = "pod " + pod.uid();
        } else if (version.has(Feature.PREEMPTED_BY_A_POD)) {
            by = "a pod";
        }
        String note = "Preempted by " + by + " on node " + candidate.node().name();
        handle.event(new Handle.EventOf(victim.pod(), pod.pod(), "Normal", "Preempted", "Preempting", note));
    }

    /** Failures are not critical: such a pod is tried again when the victims have gone. */
    Completion<Status> clearNominations(String node, PodInfo pod) {
        List<Completion<ApiResponse>> sent = new ArrayList<>();
        for (PodInfo other : List.copyOf(handle.nominatedPods().on(node))) {
            if (other.priority() < pod.priority()) {
                handle.nominatedPods().remove(other.uid());
                Pod latest = handle.cluster()
                        .get(
                                Pod.class,
                                other.pod().key().namespace(),
                                other.pod().key().name());
                sent.add(handle.client().send(PodReports.clearing(latest == null ? other.pod() : latest)));
            }
        }
        return Completion.all(sent).map(responses -> Status.SUCCESS);
    }
}
