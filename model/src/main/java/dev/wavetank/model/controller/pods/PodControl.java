package dev.wavetank.model.controller.pods;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodBuilder;
import dev.wavetank.model.api.core.PodTemplateSpec;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.FailureText;
import dev.wavetank.sim.Completion;
import java.util.List;

/** Creates and deletes single pods, and records the outcome in Events of their owner ({@code RealPodControl}). */
public final class PodControl {

    private final ApiClient client;
    private final EventRecorder events;

    /** Sends requests with this client. */
    public PodControl(ApiClient client, EventRecorder events) {
        this.client = client;
        this.events = events;
    }

    /** The pod of an owner from this template, as it is sent to the API server. */
    public static Pod fromTemplate(KubernetesObject owner, PodTemplateSpec template) {
        ObjectMeta metadata = ObjectMetaBuilder.builder()
                .generateName(owner.metadata().name() + "-")
                .namespace(owner.metadata().namespace())
                .labels(template.metadata().labels())
                .annotations(template.metadata().annotations())
                .finalizers(template.metadata().finalizers())
                .ownerReferences(List.of(OwnerReference.controlledBy(owner)))
                .build();
        return PodBuilder.builder().metadata(metadata).spec(template.spec()).build();
    }

    /**
     * Creates a pod. When the namespace is being deleted there is no Event, because the server would reject that too.
     */
    public Completion<ApiResponse> create(KubernetesObject owner, Pod pod) {
        return client.send(ApiRequest.Create.of(Resources.PODS, pod)).map(response -> {
            if (response instanceof ApiResponse.One created) {
                String name = created.object().metadata().name();
                events.normal(owner, "SuccessfulCreate", "Created pod: " + name);
            } else if (!FailureText.isNamespaceTerminating(response)) {
                events.warning(owner, "FailedCreate", "Error creating: " + FailureText.of(response));
            }
            return response;
        });
    }

    /** Deletes a pod; no Event when the pod does not exist any more. */
    public Completion<ApiResponse> delete(KubernetesObject owner, ObjectKey pod) {
        ApiRequest request =
                new ApiRequest.Delete(Resources.PODS, pod.namespace(), pod.name(), ApiRequest.DeleteOptions.DEFAULT);
        return client.send(request).map(response -> {
            if (response.isSuccess()) {
                events.normal(owner, "SuccessfulDelete", "Deleted pod: " + pod.name());
            } else if (!response.failedWith(StatusReason.NOT_FOUND)) {
                events.warning(owner, "FailedDelete", "Error deleting: " + FailureText.of(response));
            }
            return response;
        });
    }
}
