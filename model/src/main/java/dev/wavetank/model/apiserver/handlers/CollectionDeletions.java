package dev.wavetank.model.apiserver.handlers;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.apiserver.request.RequestContext;
import dev.wavetank.sim.Completion;
import java.util.Iterator;

/**
 * Deletes what a list gives, one object after the other, up to the first that cannot be deleted; the answer is the list
 * as it was. Objects that have gone meanwhile do not matter.
 */
final class CollectionDeletions {

    private final Reads reads;
    private final Deletions deletions;

    CollectionDeletions(Reads reads, Deletions deletions) {
        this.reads = reads;
        this.deletions = deletions;
    }

    Completion<ApiResponse> delete(RequestContext request, ApiRequest.DeleteCollection collection) {
        ApiRequest.List list = new ApiRequest.List(
                collection.resource(), collection.namespace(), collection.selection(), collection.read());
        return reads.list(list)
                .then(response -> response instanceof ApiResponse.Many many
                        ? deleteFrom(request, collection, many.items().iterator(), many)
                        : Completion.of(response));
    }

    private Completion<ApiResponse> deleteFrom(
            RequestContext request,
            ApiRequest.DeleteCollection collection,
            Iterator<KubernetesObject> left,
            ApiResponse.Many many) {
        if (!left.hasNext()) {
            return Completion.of(many);
        }
        KubernetesObject next = left.next();
        ApiRequest.Delete delete = new ApiRequest.Delete(
                collection.resource(), next.key().namespace(), next.key().name(), collection.options());
        return deletions.delete(request, delete).then(response -> {
            boolean goesOn = response.isSuccess() || response.failedWith(StatusReason.NOT_FOUND);
            return goesOn ? deleteFrom(request, collection, left, many) : Completion.of(response);
        });
    }
}
