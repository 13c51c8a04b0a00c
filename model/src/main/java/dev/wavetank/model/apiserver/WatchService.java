package dev.wavetank.model.apiserver;

import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.WatchRequest;
import dev.wavetank.model.apiserver.authn.TokenAuthenticator;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.Action;
import dev.wavetank.model.apiserver.authz.Authorizer;
import dev.wavetank.model.apiserver.registry.Selector;
import dev.wavetank.sim.network.StreamSender;
import java.util.Optional;

/** Takes watches: authenticates and authorizes them, then leaves them to the watch cache. */
final class WatchService {

    private final TokenAuthenticator authenticator;
    private final Authorizer authorizer;
    private final WatchCaches caches;

    WatchService(TokenAuthenticator authenticator, Authorizer authorizer, WatchCaches caches) {
        this.authenticator = authenticator;
        this.authorizer = authorizer;
        this.caches = caches;
    }

    void open(String client, WatchRequest request, StreamSender<WatchEvent> sender) {
        Optional<Status> refusal = refusal(request);
        if (refusal.isPresent()) {
            sender.send(new WatchEvent(WatchEvent.Type.ERROR, null, refusal.get()));
            sender.close();
            return;
        }
        Selector selector = new Selector(request.resource(), request.namespace(), request.selection());
        caches.of(request.resource()).serve(selector, request.fromRevision(), sender);
    }

    private Optional<Status> refusal(WatchRequest request) {
        Optional<User> user = authenticator.authenticate(request.token());
        if (user.isEmpty()) {
            return Optional.of(RequestPath.UNAUTHORIZED);
        }
        Action action = Action.of(request);
        if (!authorizer.allows(user.get(), action)) {
            return Optional.of(action.forbidden(user.get()));
        }
        return Selector.unsupportedField(request.resource(), request.selection());
    }
}
