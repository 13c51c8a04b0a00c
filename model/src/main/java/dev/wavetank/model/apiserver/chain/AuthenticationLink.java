package dev.wavetank.model.apiserver.chain;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.authn.Authentication;
import dev.wavetank.model.apiserver.authn.Authenticator;
import dev.wavetank.sim.Completion;

/** Finds out who sends a request; refuses it with 401 when that cannot be found out. */
final class AuthenticationLink implements Link {

    private final Authenticator authenticator;
    private final AuditLink audit;

    AuthenticationLink(Authenticator authenticator, AuditLink audit) {
        this.authenticator = authenticator;
        this.audit = audit;
    }

    @Override
    public Completion<ApiResponse> handle(RequestInFlight passage, Next next) {
        if (authenticator.authenticate(passage.incoming().credentials()) instanceof Authentication.Known known) {
            passage.authenticatedAs(known.user());
            return next.handle(passage);
        }
        ApiResponse refusal = new ApiResponse.Failed(Status.unauthorized());
        audit.unauthenticated(passage, refusal);
        return Completion.of(refusal);
    }
}
