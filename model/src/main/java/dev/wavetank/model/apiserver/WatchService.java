package dev.wavetank.model.apiserver;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.WatchRequest;
import dev.wavetank.model.apiserver.registry.Selector;
import dev.wavetank.sim.network.StreamSender;
import java.util.Optional;

/** Takes watches of users who may, and leaves them to the watch cache. */
final class WatchService {

    private final WatchCaches caches;

    WatchService(WatchCaches caches) {
        this.caches = caches;
    }

    /** Begins a watch, or answers why it cannot be. */
    ApiResponse open(WatchRequest request, StreamSender<WatchEvent> sender) {
        Optional<Status> refusal = Selector.unsupportedField(request.resource(), request.selection());
        if (refusal.isPresent()) {
            return new ApiResponse.Failed(refusal.get());
        }
        Selector selector = new Selector(request.resource(), request.namespace(), request.selection());
        caches.of(request.resource()).serve(selector, request.fromRevision(), sender);
        return new ApiResponse.Done(200);
    }
}
