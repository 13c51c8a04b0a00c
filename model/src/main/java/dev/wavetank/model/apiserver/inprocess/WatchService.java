package dev.wavetank.model.apiserver.inprocess;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.WatchOptions;
import dev.wavetank.model.api.WatchRequest;
import dev.wavetank.model.apiserver.registry.Selector;
import dev.wavetank.model.apiserver.watchcache.Watches;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.StreamSender;
import dev.wavetank.sim.random.RandomStream;
import java.util.Optional;

/** Takes watches of users who may, and says how long they last. */
public final class WatchService implements Watches {

    /** How long a watch lasts at least when the client does not say ({@code --min-request-timeout}). */
    private static final long LEAST_TIMEOUT = 30 * VirtualTime.MINUTE;

    private final Watches next;
    private final RandomStream timeouts;
    private final KubernetesVersion version;

    /** Hands watches on with the time that they may last. */
    public WatchService(Context context, Watches next, KubernetesVersion version) {
        this.version = version;
        this.next = next;
        this.timeouts = context.random("watch-timeout");
    }

    /** Begins a watch, or answers why it cannot be. */
    ApiResponse open(WatchRequest request, StreamSender<WatchEvent> sender) {
        Optional<Status> refusal = Selector.unsupportedField(request.resource(), request.selection(), version);
        if (refusal.isPresent()) {
            return new ApiResponse.Failed(refusal.get());
        }
        Selector selector = new Selector(request.resource(), request.namespace(), request.selection());
        serve(request.resource(), selector, request.options(), sender);
        return new ApiResponse.Done(200);
    }

    /** Serves a watch that authorization has permitted. */
    @Override
    public void serve(ResourceType resource, Selector selector, WatchOptions options, StreamSender<WatchEvent> sender) {
        WatchOptions limited =
                options.timeout() > 0 ? options : options.withTimeout(LEAST_TIMEOUT + timeouts.nextLong(LEAST_TIMEOUT));
        next.serve(resource, selector, limited, sender);
    }
}
