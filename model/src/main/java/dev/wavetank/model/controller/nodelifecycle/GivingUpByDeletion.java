package dev.wavetank.model.controller.nodelifecycle;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Index;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.List;

/**
 * Deletes the pods of the node after {@code --pod-eviction-timeout}, up to 1.12, except those of DaemonSets ({@code
 * DeletePods}).
 */
final class GivingUpByDeletion implements GivingUp {

    private final Context context;
    private final ApiClient client;
    private final EventRecorder events;
    private final Index<Pod> pods;
    private final Zones zones;
    private final long timeout;

    /** An eviction by deletion. */
    record Parts(Context context, ApiClient client, EventRecorder events, Index<Pod> pods, Zones zones) {}

    GivingUpByDeletion(Parts parts, long timeout) {
        this.context = parts.context();
        this.client = parts.client();
        this.events = parts.events();
        this.pods = parts.pods();
        this.zones = parts.zones();
        this.timeout = timeout;
    }

    @Override
    public Completion<SyncResult> review(Node node, String readiness, NodeHealth health) {
        if (readiness.equals(Conditions.TRUE)) {
            return takeBack(node);
        }
        long since = readiness.equals(Conditions.FALSE) ? health.readyChanged() : health.probed();
        if (context.now() - since > timeout) {
            zones.queue(Zones.of(node)).add(node.metadata().name());
        }
        return Completion.of(SyncResult.DONE);
    }

    @Override
    public Completion<SyncResult> takeBack(Node node) {
        zones.queue(Zones.of(node)).remove(node.metadata().name());
        return Completion.of(SyncResult.DONE);
    }

    @Override
    public Completion<SyncResult> giveUp(Node node) {
        String name = node.metadata().name();
        List<Pod> found = pods.find(name);
        if (!found.isEmpty()) {
            events.normal(
                    node, "DeletingAllPods", "Node " + name + " event: Deleting all Pods from Node " + name + ".");
        }
        List<SyncResult> conflicts = new ArrayList<>();
        Completion<SyncResult> all = Completion.of(SyncResult.DONE);
        for (Pod pod : found) {
            all = all.then(before -> before.andThen(() -> evict(pod, name, conflicts)));
        }
        return all.map(last -> last.isDone() ? SyncResult.first(conflicts) : last);
    }

    private static boolean isOfDaemonSet(Pod pod) {
        return pod.metadata()
                .controller()
                .map(owner -> owner.kind().equals("DaemonSet"))
                .orElse(false);
    }

    /** A pod that was changed meanwhile stays until the node is evicted again; no other failure saves it. */
    private Completion<SyncResult> evict(Pod pod, String node, List<SyncResult> conflicts) {
        return writeReason(pod, node).then(response -> {
            if (response.failedWith(StatusReason.CONFLICT)) {
                conflicts.add(SyncResult.of(response));
                return Completion.of(SyncResult.DONE);
            }
            return pod.metadata().isDeleting() || isOfDaemonSet(pod)
                    ? Completion.of(SyncResult.DONE)
                    : delete(pod, node);
        });
    }

    private Completion<ApiResponse> writeReason(Pod pod, String node) {
        if (pod.status() == null || "NodeLost".equals(pod.status().reason())) {
            return Completion.of(new ApiResponse.Done(200));
        }
        String message =
                "Node " + node + " which was running pod " + pod.metadata().name() + " is unresponsive";
        Pod changed = pod.withStatus(pod.status().withReason("NodeLost").withMessage(message));
        return client.send(new ApiRequest.Update(Resources.PODS, "status", changed));
    }

    private Completion<SyncResult> delete(Pod pod, String node) {
        events.normal(
                pod,
                "NodeControllerEviction",
                "Marking for deletion Pod " + pod.metadata().name() + " from Node " + node);
        return client.send(new ApiRequest.Delete(
                        Resources.PODS, pod.key().namespace(), pod.key().name(), ApiRequest.DeleteOptions.DEFAULT))
                .map(SyncResult::orGone);
    }
}
