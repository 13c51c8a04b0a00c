package dev.wavetank.model.controller.namespace;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResource;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ReadOptions;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.FailureText;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.sim.Completion;
import java.util.Iterator;
import java.util.List;

/** Deletes all objects of one resource in one namespace, and counts what stays. */
final class ContentDeletion {

    /** Objects with finalizers are given this time, in seconds, in which others may act on them. */
    private static final long FINALIZER_ESTIMATE = 15;

    private static final ApiRequest.DeleteOptions BACKGROUND = new ApiRequest.DeleteOptions(null, null, "Background");

    private final ApiClient client;

    ContentDeletion(ApiClient client) {
        this.client = client;
    }

    /** Done, always with true, when the remains know what became of the resource. */
    Completion<Boolean> delete(ApiResource resource, String namespace, Remains remains) {
        ResourceType type = resource.type();
        return estimate(type, namespace).then(estimate -> {
            Completion<ApiResponse> deleted = resource.can("deletecollection")
                    ? client.send(new ApiRequest.DeleteCollection(
                            type, namespace, ApiRequest.Selection.ALL, ReadOptions.DEFAULT, BACKGROUND))
                    : deleteEach(type, namespace);
            return deleted.then(response -> {
                if (!response.isSuccess()) {
                    remains.failed(FailureText.of(response));
                    return Completion.of(true);
                }
                return list(type, namespace).map(left -> {
                    count(type, left, estimate, remains);
                    return true;
                });
            });
        });
    }

    /** How long pods may take for an orderly end, in seconds; nothing else has a grace period. */
    private Completion<Long> estimate(ResourceType type, String namespace) {
        if (!type.equals(Resources.PODS)) {
            return Completion.of(0L);
        }
        return list(type, namespace).map(response -> {
            long longest = 0;
            for (KubernetesObject object : items(response)) {
                Pod pod = Scheme.typed(object, Pod.class);
                Long grace = pod.spec().terminationGracePeriodSeconds();
                if (!pod.isFinished() && grace != null) {
                    longest = Math.max(longest, grace);
                }
            }
            return longest;
        });
    }

    /** For the few resources whose collections cannot be deleted. */
    private Completion<ApiResponse> deleteEach(ResourceType type, String namespace) {
        return list(type, namespace)
                .then(response -> deleteNext(type, items(response).iterator(), response));
    }

    private Completion<ApiResponse> deleteNext(ResourceType type, Iterator<KubernetesObject> left, ApiResponse listed) {
        if (!left.hasNext()) {
            return Completion.of(listed);
        }
        KubernetesObject next = left.next();
        return client.send(new ApiRequest.Delete(
                        type, next.key().namespace(), next.key().name(), BACKGROUND))
                .then(response -> response.isSuccess() || response.failedWith("NotFound")
                        ? deleteNext(type, left, listed)
                        : Completion.of(response));
    }

    private Completion<ApiResponse> list(ResourceType type, String namespace) {
        return client.send(new ApiRequest.List(type, namespace, ApiRequest.Selection.ALL));
    }

    private static List<KubernetesObject> items(ApiResponse response) {
        return response instanceof ApiResponse.Many many ? many.items() : List.of();
    }

    private static void count(ResourceType type, ApiResponse response, long estimate, Remains remains) {
        if (!(response instanceof ApiResponse.Many many)) {
            remains.failed(FailureText.of(response));
            return;
        }
        List<KubernetesObject> items = many.items();
        if (items.isEmpty()) {
            return;
        }
        remains.found(type, items);
        boolean finalized =
                items.stream().anyMatch(item -> !item.metadata().finalizers().isEmpty());
        if (estimate > 0 || finalized) {
            remains.expect(estimate > 0 ? estimate : FINALIZER_ESTIMATE);
        } else {
            remains.failed("unexpected items still remain in namespace: "
                    + items.get(0).key().namespace() + " for gvr: " + type.group() + "/" + type.version()
                    + ", Resource=" + type.plural());
        }
    }
}
