package dev.wavetank.model.apiserver;

import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.WatchRequest;
import dev.wavetank.model.apiserver.authn.Authentication;
import dev.wavetank.model.apiserver.authn.Authenticator;
import dev.wavetank.model.apiserver.authn.Credentials;
import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.apiserver.authz.Authorizer;
import dev.wavetank.model.apiserver.http.Watches;
import dev.wavetank.model.apiserver.registry.Selector;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.network.StreamSender;
import java.util.Optional;

/** Takes watches: authenticates and authorizes them, then leaves them to the watch cache. */
final class WatchService {

    private final Authenticator authenticator;
    private final Authorizer authorizer;
    private final Watches watches;

    WatchService(Authenticator authenticator, Authorizer authorizer, Watches watches) {
        this.authenticator = authenticator;
        this.authorizer = authorizer;
        this.watches = watches;
    }

    void open(String client, WatchRequest request, StreamSender<WatchEvent> sender) {
        refusal(request).whenDone(refusal -> {
            if (refusal.isPresent()) {
                sender.send(new WatchEvent(WatchEvent.Type.ERROR, null, refusal.get()));
                sender.close();
                return;
            }
            Selector selector = new Selector(request.resource(), request.namespace(), request.selection());
            watches.serve(request.resource(), selector, request.fromRevision(), sender);
        });
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
