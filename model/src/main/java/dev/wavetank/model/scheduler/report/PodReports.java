package dev.wavetank.model.scheduler.report;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.scheduler.framework.Handle;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reports to the API what came of the attempts to place pods. */
public final class PodReports {

    private static final String SCHEDULED = "PodScheduled";

    private final Context context;
    private final ApiClient client;
    private final PodEvents events;
    private final KubernetesVersion version;

    /** Reports with that client. */
    public PodReports(Context context, ApiClient client, PodEvents events, KubernetesVersion version) {
        this.version = version;
        this.context = context;
        this.client = client;
        this.events = events;
    }

    /** Reports that the pod was bound to a node. */
    public void scheduled(Pod pod, String node, String reporter) {
        String name = version.has(Feature.EVENTS_NAME_NAMESPACES)
                ? pod.key().toString()
                : pod.metadata().name();
        String note = "Successfully assigned " + name + " to " + node;
        events.record(new Handle.EventOf(pod, null, "Normal", "Scheduled", "Binding", note), reporter);
    }

    /** Reports that a pod is not tried because it is being deleted. */
    public void deleting(Pod pod, String reporter) {
        failed(pod, "skip schedule deleting pod: " + pod.key(), reporter);
    }

    private void failed(Pod pod, String note, String reporter) {
        events.record(new Handle.EventOf(pod, null, "Warning", "FailedScheduling", "Scheduling", note), reporter);
    }

    /**
     * Reports that an attempt has failed: an Event, and the condition and the nomination where they change.
     *
     * @param pod as it was when the attempt began
     * @param reason of the condition
     * @param nominatedNode the nomination; empty text: none any more; null: as it was
     * @return whether the condition is written; done when that is known
     */
    public Completion<Boolean> failed(
            Pod pod, String reason, String message, @Nullable String nominatedNode, String reporter) {
        failed(pod, message, reporter);
        String before = pod.status() == null || pod.status().nominatedNodeName() == null
                ? ""
                : pod.status().nominatedNodeName();
        Map<String, Object> changes = new LinkedHashMap<>();
        Optional<Pod.Condition> condition = pod.condition(SCHEDULED);
        boolean isNew = condition
                .filter(old ->
                        old.status().equals("False") && reason.equals(old.reason()) && message.equals(old.message()))
                .isEmpty();
        if (isNew) {
            Map<String, Object> changed = new LinkedHashMap<>();
            changed.put("type", SCHEDULED);
            changed.put("status", "False");
            changed.put("lastTransitionTime", since(condition).toString());
            changed.put("reason", reason);
            changed.put("message", message);
            if (version.has(Feature.POD_OBSERVED_GENERATION)) {
                changed.put("observedGeneration", pod.metadata().generation());
            }
            changes.put("conditions", List.of(changed));
        }
        if (nominatedNode != null && !nominatedNode.equals(before)) {
            changes.put("nominatedNodeName", nominatedNode.isEmpty() ? null : nominatedNode);
        }
        return changes.isEmpty()
                ? Completion.of(true)
                : client.send(patch(pod, "application/strategic-merge-patch+json", changes))
                        .map(ApiResponse::isSuccess);
    }

    private Instant since(Optional<Pod.Condition> before) {
        return before.filter(old -> old.status().equals("False"))
                .map(Pod.Condition::lastTransitionTime)
                .orElse(Timestamps.seconds(context.clock()));
    }

    /** The request that removes the nomination of a pod ({@code ClearNominatedNodeName}). */
    public static ApiRequest clearing(Pod pod) {
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("nominatedNodeName", null);
        return patch(pod, "application/merge-patch+json", status);
    }

    private static ApiRequest patch(Pod pod, String type, Map<String, Object> status) {
        return new ApiRequest.Patch(
                Resources.PODS,
                pod.key().namespace(),
                pod.key().name(),
                "status",
                new ApiRequest.Change.Document(type, Collections.singletonMap("status", status)));
    }
}
