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

/** Creates and deletes single pods, and tells as Events of their owner what came of it ({@code RealPodControl}). */
public final class PodControl {

    private final ApiClient client;
    private final EventRecorder events;

    /** Writes with this client. */
    public PodControl(ApiClient client, EventRecorder events) {
        this.client = client;
        this.events = events;
    }

    /** The pod that an owner wants by this template, as it is sent to the API server. */
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

    /** Creates a pod; of a refusal because the namespace is being deleted no Event tells, for none could be stored. */
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

    /** Deletes a pod; that it is gone already is told by no Event. */
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
