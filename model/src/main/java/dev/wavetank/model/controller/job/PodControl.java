package dev.wavetank.model.controller.job;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.EventRecorder;
import dev.wavetank.model.client.FailureText;
import dev.wavetank.sim.Completion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Creates, releases and deletes single pods of Jobs, and tells what came of it as Events. */
final class PodControl {

    private static final String STRATEGIC_MERGE = "application/strategic-merge-patch+json";

    private final ApiClient client;
    private final EventRecorder events;

    PodControl(ApiClient client, EventRecorder events) {
        this.client = client;
        this.events = events;
    }

    /** Whether the pod must not go before it has been counted. */
    static boolean isTracked(Pod pod) {
        return pod.metadata().finalizers().contains(Job.TRACKING_FINALIZER);
    }

    Completion<ApiResponse> create(Job job, Pod pod) {
        return client.send(ApiRequest.Create.of(Resources.PODS, pod)).map(response -> {
            if (response instanceof ApiResponse.One created) {
                String name = created.object().metadata().name();
                events.normal(job, "SuccessfulCreate", "Created pod: " + name);
            } else if (!FailureText.isNamespaceTerminating(response)) {
                events.warning(job, "FailedCreate", "Error creating: " + FailureText.of(response));
            }
            return response;
        });
    }

    Completion<ApiResponse> delete(Job job, Pod pod) {
        ApiRequest request = new ApiRequest.Delete(
                Resources.PODS, pod.key().namespace(), pod.key().name(), ApiRequest.DeleteOptions.DEFAULT);
        return client.send(request).map(response -> {
            if (response.isSuccess()) {
                events.normal(
                        job,
                        "SuccessfulDelete",
                        "Deleted pod: " + pod.metadata().name());
            } else if (!response.failedWith("NotFound")) {
                events.warning(job, "FailedDelete", "Error deleting: " + FailureText.of(response));
            }
            return response;
        });
    }

    /** Takes the finalizer off a pod. */
    Completion<ApiResponse> release(Pod pod) {
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
