package dev.wavetank.model.controller.replicaset;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodBuilder;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.EventRecorder;
import dev.wavetank.model.client.FailureText;
import dev.wavetank.sim.Completion;
import java.util.List;

/** Creates and deletes single pods for a ReplicaSet, and tells what came of it as Events. */
final class PodControl {

    private final ApiClient client;
    private final EventRecorder events;
    private final ReplicaKind<?> kind;

    PodControl(ApiClient client, EventRecorder events, ReplicaKind<?> kind) {
        this.client = client;
        this.events = events;
        this.kind = kind;
    }

    /** The resource whose pods these are. */
    ResourceType owners() {
        return kind.resource();
    }

    Completion<ApiResponse> create(ReplicaSet set) {
        return client.send(ApiRequest.Create.of(Resources.PODS, newPod(set))).map(response -> {
            if (response instanceof ApiResponse.One created) {
                String name = created.object().metadata().name();
                events.normal(original(set), "SuccessfulCreate", "Created pod: " + name);
            } else if (!FailureText.isNamespaceTerminating(response)) {
                events.warning(original(set), "FailedCreate", "Error creating: " + FailureText.of(response));
            }
            return response;
        });
    }

    Completion<ApiResponse> delete(ReplicaSet set, Pod pod) {
        ApiRequest request = new ApiRequest.Delete(
                Resources.PODS, pod.key().namespace(), pod.key().name(), ApiRequest.DeleteOptions.DEFAULT);
        return client.send(request).map(response -> {
            if (response.isSuccess()) {
                events.normal(
                        original(set),
                        "SuccessfulDelete",
                        "Deleted pod: " + pod.metadata().name());
            } else if (!response.failedWith("NotFound")) {
                events.warning(original(set), "FailedDelete", "Error deleting: " + FailureText.of(response));
            }
            return response;
        });
    }

    private KubernetesObject original(ReplicaSet set) {
        return kind.original().apply(set);
    }

    private Pod newPod(ReplicaSet set) {
        ObjectMeta template = set.spec().template().metadata();
        ObjectMeta metadata = ObjectMetaBuilder.builder()
                .generateName(set.metadata().name() + "-")
                .namespace(set.metadata().namespace())
                .labels(template.labels())
                .annotations(template.annotations())
                .finalizers(template.finalizers())
                .ownerReferences(List.of(OwnerReference.controlledBy(original(set))))
                .build();
        return PodBuilder.builder()
                .metadata(metadata)
                .spec(set.spec().template().spec())
                .build();
    }
}
