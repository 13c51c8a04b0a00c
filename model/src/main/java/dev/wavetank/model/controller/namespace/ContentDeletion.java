package dev.wavetank.model.controller.namespace;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResource;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ReadOptions;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.workqueue.FailureText;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.Iterator;
import java.util.List;

/** Deletes all objects of one resource in one namespace, and counts what stays. */
final class ContentDeletion {

    /** The estimated time for objects with finalizers, in seconds, in which other programs may act on them. */
    private static final long FINALIZER_ESTIMATE = 15;

    private static final ApiRequest.DeleteOptions BACKGROUND = new ApiRequest.DeleteOptions(null, null, "Background");

    private final Context context;
    private final ApiClient client;

    ContentDeletion(Context context, ApiClient client) {
        this.context = context;
        this.client = client;
    }

    /** Done, despite failures, when the remains contain the outcome for the resource. */
    Completion<SyncResult> delete(ApiResource resource, Namespace namespace, Remains remains) {
        ResourceType type = resource.type();
        String name = namespace.metadata().name();
        return listForEstimate(type, name).then(pods -> {
            if (isFailure(pods)) {
                remains.failed(FailureText.of(pods));
                return Completion.of(SyncResult.DONE);
            }
            long estimate = estimate(pods, namespace);
            return deleteAll(resource, name).then(response -> {
                if (isFailure(response)) {
                    remains.failed(FailureText.of(response));
                    remains.expect(estimate);
                    return Completion.of(SyncResult.DONE);
                }
                return list(type, name).map(left -> {
                    count(type, left, estimate, remains);
                    return SyncResult.DONE;
                });
            });
        });
    }

    private Completion<ApiResponse> deleteAll(ApiResource resource, String namespace) {
        ResourceType type = resource.type();
        if (!resource.can("deletecollection")) {
            return deleteEach(type, namespace);
        }
        return client.send(new ApiRequest.DeleteCollection(
                        type, namespace, ApiRequest.Selection.ALL, ReadOptions.DEFAULT, BACKGROUND))
                .then(response -> isUnsupported(response) ? deleteEach(type, namespace) : Completion.of(response));
    }

    /** Objects of a resource that the server does not serve cannot remain. */
    private static boolean isUnsupported(ApiResponse response) {
        return response.failedWith(StatusReason.NOT_FOUND) || response.failedWith(StatusReason.METHOD_NOT_ALLOWED);
    }

    private static boolean isFailure(ApiResponse response) {
        return !response.isSuccess() && !isUnsupported(response);
    }

    /** Only pods have a grace period; the objects of other resources need no inspection. */
    private Completion<ApiResponse> listForEstimate(ResourceType type, String namespace) {
        return type.equals(Resources.PODS) ? list(type, namespace) : Completion.of(new ApiResponse.Many(List.of(), 0));
    }

    /**
     * The longest grace period of the pods, in seconds; 0 when the namespace has been terminating for longer than
     * that: the rest is not expected to end by itself.
     */
    private long estimate(ApiResponse pods, Namespace namespace) {
        long longest = 0;
        for (KubernetesObject object : items(pods)) {
            Pod pod = (Pod) object;
            Long grace = pod.spec().terminationGracePeriodSeconds();
            if (!pod.isFinished() && grace != null) {
                longest = Math.max(longest, grace);
            }
        }
        long since = Timestamps.between(namespace.metadata().deletionTimestamp(), context.clock());
        return since >= longest * VirtualTime.SECOND ? 0 : longest;
    }

    /** For the few resources without {@code deletecollection}. */
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
                .then(response -> response.isSuccess() || response.failedWith(StatusReason.NOT_FOUND)
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
        if (isFailure(response)) {
            remains.failed(FailureText.of(response));
            remains.expect(estimate);
            return;
        }
        List<KubernetesObject> items = items(response);
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
