package dev.wavetank.model.client;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.sim.Completion;
import java.util.function.Function;

/**
 * Repeats a failed write once, on top of a live read of the object: how the controllers of ReplicaSets and DaemonSets
 * write statuses ({@code statusUpdateRetries} and {@code StatusUpdateRetries} of 1).
 */
public final class FreshRetry {

    private FreshRetry() {}

    /**
     * Waits for the first write, and repeats it after a failure.
     *
     * @param client reads the object
     * @param first the write based on the cached object
     * @param live reads the object from the server
     * @param again the write based on the object just read
     */
    public static Completion<SyncResult> after(
            ApiClient client,
            Completion<ApiResponse> first,
            ApiRequest.Get live,
            Function<KubernetesObject, Completion<ApiResponse>> again) {
        return first.then(response -> response.isSuccess() ? Completion.of(response) : repeat(client, live, again))
                .map(SyncResult::of);
    }

    private static Completion<ApiResponse> repeat(
            ApiClient client, ApiRequest.Get live, Function<KubernetesObject, Completion<ApiResponse>> again) {
        return client.send(live)
                .then(response ->
                        response instanceof ApiResponse.One one ? again.apply(one.object()) : Completion.of(response));
    }
}
