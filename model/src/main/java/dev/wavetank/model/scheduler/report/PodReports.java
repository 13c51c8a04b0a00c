package dev.wavetank.model.scheduler.report;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodStatusBuilder;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.scheduler.framework.Handle;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.component.Context;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reports to the API what came of the attempts to place pods. */
public final class PodReports {

    private final Context context;
    private final ApiClient client;
    private final EventSeries events;
    private final boolean clearsInOnePatch;

    /** Reports with that client. */
    public PodReports(Context context, ApiClient client, EventSeries events, KubernetesVersion version) {
        this.context = context;
        this.client = client;
        this.events = events;
        this.clearsInOnePatch = version.has(Feature.NOMINATION_CLEARED_WITH_CONDITION);
    }

    /** Reports that the pod was bound to a node. */
    public void scheduled(Pod pod, String node, String reporter) {
        String note = "Successfully assigned " + pod.key() + " to " + node;
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
     */
    public void failed(Pod pod, String reason, String message, @Nullable String nominatedNode, String reporter) {
        failed(pod, message, reporter);
        String before = pod.status() == null || pod.status().nominatedNodeName() == null
                ? ""
                : pod.status().nominatedNodeName();
        String after = nominatedNode == null ? before : nominatedNode;
        boolean clears = after.isEmpty() && !before.isEmpty();
        if (clears && !clearsInOnePatch) {
            client.send(clearing(pod));
        }
        boolean nominationChanges = !after.equals(before) && (!clears || clearsInOnePatch);
        Optional<Pod.Condition> condition = pod.condition("PodScheduled");
        boolean conditionChanges = condition
                .filter(old ->
                        old.status().equals("False") && reason.equals(old.reason()) && message.equals(old.message()))
                .isEmpty();
        if (conditionChanges || nominationChanges) {
            patch(pod, new Pod.Condition("PodScheduled", "False", null, since(condition), reason, message), after);
        }
    }

    private Instant since(Optional<Pod.Condition> before) {
        return before.filter(old -> old.status().equals("False"))
                .map(Pod.Condition::lastTransitionTime)
                .orElse(Timestamps.seconds(context.clock()));
    }

    private void patch(Pod pod, Pod.Condition condition, String nominatedNode) {
        List<Pod.Condition> conditions = new ArrayList<>();
        boolean replaced = false;
        if (pod.status() != null) {
            for (Pod.Condition old : pod.status().conditions()) {
                boolean same = old.type().equals(condition.type());
                conditions.add(same ? condition : old);
                replaced |= same;
            }
        }
        if (!replaced) {
            conditions.add(condition);
        }
        Pod.Status before = pod.status() == null
                ? PodStatusBuilder.builder().phase("Pending").build()
                : pod.status();
        Pod.Status status =
                before.withConditions(conditions).withNominatedNodeName(nominatedNode.isEmpty() ? null : nominatedNode);
        client.send(new ApiRequest.Patch(
                Resources.PODS,
                pod.key().namespace(),
                pod.key().name(),
                "status",
                new ApiRequest.Change.PodStatus(pod.withStatus(status))));
    }

    /** The request that removes the nomination of a pod ({@code ClearNominatedNodeName}). */
    public static ApiRequest clearing(Pod pod) {
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("nominatedNodeName", null);
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("status", status);
        return new ApiRequest.Patch(
                Resources.PODS, pod.key().namespace(), pod.key().name(), "status", new ApiRequest.Change.Merge(tree));
    }
}
