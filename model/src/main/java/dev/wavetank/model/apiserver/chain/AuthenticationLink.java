package dev.wavetank.model.apiserver.chain;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.authn.Authentication;
import dev.wavetank.model.apiserver.authn.Authenticator;
import dev.wavetank.model.trace.hop.ServerHop;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;

/** Finds out who sends a request; refuses it with 401 when that cannot be found out. */
final class AuthenticationLink implements Link {

    private final Context context;
    private final Authenticator authenticator;
    private final AuditLink audit;

    AuthenticationLink(Context context, Authenticator authenticator, AuditLink audit) {
        this.context = context;
        this.authenticator = authenticator;
        this.audit = audit;
    }

    @Override
    public Completion<ApiResponse> handle(RequestInFlight passage, Next next) {
        if (authenticator.authenticate(passage.incoming().credentials()) instanceof Authentication.Known known) {
            passage.authenticatedAs(known.user());
            if (context.tracesDetails()) {
                Incoming incoming = passage.incoming();
                context.trace(new ServerHop.Authenticated(
                        known.user().name(),
                        String.join(",", known.user().groups()),
                        incoming.credentials().method(),
                        incoming.userAgent(),
                        passage.attributes().verb() + " " + incoming.uri()));
            }
            return next.handle(passage);
        }
        ApiResponse refusal = new ApiResponse.Failed(Status.unauthorized());
        audit.unauthenticated(passage, refusal);
        return Completion.of(refusal);
    }
}
