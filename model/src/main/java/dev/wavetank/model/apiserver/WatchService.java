package dev.wavetank.model.apiserver;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.WatchOptions;
import dev.wavetank.model.api.WatchRequest;
import dev.wavetank.model.apiserver.authn.Authentication;
import dev.wavetank.model.apiserver.authn.Authenticator;
import dev.wavetank.model.apiserver.authn.Credentials;
import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.apiserver.authz.Authorizer;
import dev.wavetank.model.apiserver.http.Watches;
import dev.wavetank.model.apiserver.registry.Selector;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.StreamSender;
import dev.wavetank.sim.random.RandomStream;
import java.util.Optional;

/** Takes watches: authenticates and authorizes them, then leaves them to the watch cache. */
final class WatchService implements Watches {

    /** How long a watch lasts at least when the client does not say ({@code --min-request-timeout}). */
    private static final long LEAST_TIMEOUT = 30 * VirtualTime.MINUTE;

    private final Authenticator authenticator;
    private final Authorizer authorizer;
    private final WatchCaches caches;
    private final RandomStream timeouts;

    WatchService(Context context, Authenticator authenticator, Authorizer authorizer, WatchCaches caches) {
        this.authenticator = authenticator;
        this.authorizer = authorizer;
        this.caches = caches;
        this.timeouts = context.random("watch-timeout");
    }

    void open(String client, WatchRequest request, StreamSender<WatchEvent> sender) {
        refusal(request).whenDone(refusal -> {
            if (refusal.isPresent()) {
                sender.send(WatchEvent.error(refusal.get()));
                sender.close();
                return;
            }
            Selector selector = new Selector(request.resource(), request.namespace(), request.selection());
            serve(request.resource(), selector, request.options(), sender);
        });
    }

    /** Serves a watch of somebody who may watch. */
    @Override
    public void serve(ResourceType resource, Selector selector, WatchOptions options, StreamSender<WatchEvent> sender) {
        WatchOptions limited =
                options.timeout() > 0 ? options : options.withTimeout(LEAST_TIMEOUT + timeouts.nextLong(LEAST_TIMEOUT));
        caches.of(resource).serve(selector, limited, sender);
    }

    private Completion<Optional<Status>> refusal(WatchRequest request) {
        if (!(authenticator.authenticate(Credentials.ofToken(request.token())) instanceof Authentication.Known known)) {
            return Completion.of(Optional.of(Status.unauthorized()));
        }
        Attributes attributes = Attributes.of(known.user(), request);
        return authorizer
                .authorize(attributes)
                .map(decision -> decision.isAllowed()
                        ? Selector.unsupportedField(request.resource(), request.selection())
                        : Optional.of(attributes.forbidden(decision.reason())));
    }
}
