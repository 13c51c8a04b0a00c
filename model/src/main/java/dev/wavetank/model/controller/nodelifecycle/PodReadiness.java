package dev.wavetank.model.controller.nodelifecycle;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Marks the pods of a silent node as not ready, one after the other ({@code MarkPodsNotReady}). */
final class PodReadiness {

    private final Context context;
    private final ApiClient client;
    private final EventRecorder events;
    private final boolean recordsEvents;
    private final boolean observes;

    PodReadiness(Context context, ApiClient client, EventRecorder events, KubernetesVersion version) {
        this.context = context;
        this.client = client;
        this.events = events;
        this.recordsEvents = version.has(Feature.NODE_NOT_READY_EVENT);
        this.observes = version.has(Feature.POD_OBSERVED_GENERATION);
    }

    /** Continues after a failure. Done with the first failure, if there was one. */
    Completion<SyncResult> withdraw(List<Pod> pods) {
        Completion<SyncResult> all = Completion.of(SyncResult.DONE);
        for (Pod pod : pods) {
            if (pod.isReady()) {
                all = all.then(before -> withdraw(pod).map(result -> before.isDone() ? result : before));
            }
        }
        return all;
    }

    private Completion<SyncResult> withdraw(Pod pod) {
        Instant now = Timestamps.seconds(context.clock());
        List<Pod.Condition> conditions = new ArrayList<>();
        for (Pod.Condition condition : pod.status().conditions()) {
            conditions.add(
                    condition.type().equals(Conditions.READY)
                            ? new Pod.Condition(
                                    condition.type(),
                                    Conditions.FALSE,
                                    condition.lastProbeTime(),
                                    now,
                                    condition.reason(),
                                    condition.message(),
                                    observes ? pod.metadata().generation() : condition.observedGeneration())
                            : condition);
        }
        Pod changed = pod.withStatus(pod.status().withConditions(conditions));
        return client.send(new ApiRequest.Update(Resources.PODS, "status", changed))
                .map(response -> {
                    if (recordsEvents && response instanceof ApiResponse.One one) {
                        events.warning(one.object(), "NodeNotReady", "Node is not ready");
                    }
                    return SyncResult.orGone(response);
                });
    }
}
