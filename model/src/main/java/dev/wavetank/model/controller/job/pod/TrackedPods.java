package dev.wavetank.model.controller.job.pod;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.sim.Completion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Pods with the finalizer that keeps them until they have been counted. */
public final class TrackedPods {

    private static final String STRATEGIC_MERGE = "application/strategic-merge-patch+json";

    private final ApiClient client;

    public TrackedPods(ApiClient client) {
        this.client = client;
    }

    /** Whether the pod has the finalizer. */
    public static boolean isTracked(Pod pod) {
        return pod.metadata().finalizers().contains(Job.TRACKING_FINALIZER);
    }

    /** Removes the finalizer of a pod. */
    public Completion<ApiResponse> release(Pod pod) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("$deleteFromPrimitiveList/finalizers", List.of(Job.TRACKING_FINALIZER));
        Map<String, Object> patch = new LinkedHashMap<>();
        patch.put("metadata", metadata);
        return client.send(new ApiRequest.Patch(
                Resources.PODS,
                pod.key().namespace(),
                pod.key().name(),
                "",
                new ApiRequest.Change.Document(STRATEGIC_MERGE, patch)));
    }
}
