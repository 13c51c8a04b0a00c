package dev.wavetank.model.scheduler;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.ApiEventBuilder;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodStatusBuilder;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.sim.component.Context;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reports the outcome for a pod to the API: Events in the newer form, and the condition PodScheduled. */
final class SchedulingReport {

    private final Context context;
    private final ApiClient client;
    private final String reporter;
    private long lastNamed;

    SchedulingReport(Context context, ApiClient client, String reporter) {
        this.context = context;
        this.client = client;
        this.reporter = reporter;
    }

    /** Reports that the pod was bound to a node. */
    void scheduled(Pod pod, @Nullable String node) {
        String message = "Successfully assigned " + pod.key() + " to " + node;
        post(pod, new Report("Normal", "Scheduled", message, "Binding"));
    }

    /** Reports that no node is feasible. The event is posted once per pod: later ones would only increment a series. */
    void failed(QueuedPod queued, String message) {
        failed(queued, "Unschedulable", message);
    }

    /** Reports a failure after a node was selected. */
    void erred(QueuedPod queued, String message) {
        failed(queued, "SchedulerError", message);
    }

    private void failed(QueuedPod queued, String reason, String message) {
        Pod pod = queued.demand().pod();
        if (!queued.isFailureReported()) {
            queued.setFailureReported();
            post(pod, new Report("Warning", "FailedScheduling", message, "Scheduling"));
        }
        Optional<Pod.Condition> before = pod.condition("PodScheduled");
        boolean unchanged = before.filter(condition -> condition.status().equals("False")
                        && reason.equals(condition.reason())
                        && message.equals(condition.message()))
                .isPresent();
        if (!unchanged) {
            patchCondition(pod, reason, message, before);
        }
    }

    private void patchCondition(Pod pod, String reason, String message, Optional<Pod.Condition> before) {
        List<Pod.Condition> conditions = new ArrayList<>();
        if (pod.status() != null) {
            conditions.addAll(pod.status().conditions());
        }
        before.ifPresent(conditions::remove);
        Pod.Condition condition = new Pod.Condition(
                "PodScheduled",
                "False",
                null,
                before.filter(old -> old.status().equals("False"))
                        .map(Pod.Condition::lastTransitionTime)
                        .orElse(Timestamps.seconds(context.clock())),
                reason,
                message);
        conditions.add(condition);
        Pod.Status status = (pod.status() == null
                        ? PodStatusBuilder.builder().phase("Pending").build()
                        : pod.status())
                .withConditions(conditions);
        client.send(new ApiRequest.Patch(
                Resources.PODS,
                pod.key().namespace(),
                pod.key().name(),
                "status",
                new ApiRequest.Change.PodStatus(pod.withStatus(status))));
    }

    private record Report(String type, String reason, String message, String action) {}

    private void post(Pod pod, Report report) {
        lastNamed = Math.max(Timestamps.between(Instant.EPOCH, context.clock()), lastNamed + 1);
        String name = pod.key().name() + "." + Long.toHexString(lastNamed);
        ApiEvent event = ApiEventBuilder.builder()
                .metadata(ObjectMeta.named(pod.key().namespace(), name))
                .involvedObject(new ApiEvent.Reference(
                        Pod.KIND,
                        pod.key().namespace(),
                        pod.key().name(),
                        pod.uid(),
                        Pod.API_VERSION,
                        pod.metadata().resourceVersion()))
                .type(report.type())
                .reason(report.reason())
                .message(report.message())
                .action(report.action())
                .eventTime(Timestamps.micros(context.clock()))
                .reportingComponent(reporter)
                .reportingInstance(reporter + "-" + context.name())
                .build();
        client.send(ApiRequest.Create.of(Resources.EVENTS, event));
    }
}
