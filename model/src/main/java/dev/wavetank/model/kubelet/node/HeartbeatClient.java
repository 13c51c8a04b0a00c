package dev.wavetank.model.kubelet.node;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.component.Timer;
import dev.wavetank.sim.network.Disconnect;

/**
 * Sends heartbeats: without a rate limit, and with a short timeout ({@code HeartbeatClient}). After the timeout the
 * request counts as lost, though the server may still execute it.
 */
public final class HeartbeatClient {

    private final Context context;
    private final ApiClient client;
    private final long patience;

    public HeartbeatClient(Context context, ApiClient client, long patience) {
        this.context = context;
        this.client = client;
        this.patience = patience;
    }

    public Completion<ApiResponse> send(ApiRequest request) {
        Completion<ApiResponse> result = new Completion<>(context);
        Timer limit = context.daemonAfter(
                patience, () -> complete(result, new ApiResponse.Unreachable(Disconnect.TIMED_OUT)));
        client.send(request).whenDone(response -> {
            limit.cancel();
            complete(result, response);
        });
        return result;
    }

    private static void complete(Completion<ApiResponse> result, ApiResponse response) {
        if (!result.isDone()) {
            result.complete(response);
        }
    }
}
