package dev.wavetank.model.apiserver.chain;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.authz.Authorizer;
import dev.wavetank.model.codec.Quoted;
import dev.wavetank.sim.Completion;

/**
 * Asks whether the user may do that; refuses with 403 and the reasons of all authorizers, or with 500 when one of them
 * could not judge.
 */
final class AuthorizationLink implements Link {

    private final Authorizer authorizer;

    AuthorizationLink(Authorizer authorizer) {
        this.authorizer = authorizer;
    }

    @Override
    public Completion<ApiResponse> handle(Passage passage, Next next) {
        return authorizer.authorize(passage.attributes()).then(decision -> {
            passage.decided(decision);
            if (decision.isAllowed()) {
                return next.handle(passage);
            }
            return RequestChain.refuse(
                    decision.hasFailed()
                            ? failed(passage.incoming().uri(), decision.error())
                            : passage.attributes().forbidden(decision.reason()));
        });
    }

    /** As a client reads it when nobody permits and somebody could not judge: the fault is the server's. */
    private static Status failed(String uri, String error) {
        return Status.failure(500, "InternalError", "Internal Server Error: " + Quoted.go(uri) + ": " + error, null);
    }
}
