package dev.wavetank.model.apiserver.chain;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.apiserver.authz.Authorizer;
import dev.wavetank.model.apiserver.request.Recovery;
import dev.wavetank.model.trace.hop.ServerHop;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;

/**
 * Asks whether the user may do that; refuses with 403 and the reasons of all authorizers, or with 500 when one of them
 * could not judge.
 */
final class AuthorizationLink implements Link {

    private final Context context;
    private final Authorizer authorizer;
    private final Recovery recovery;
    private final boolean namesGroups;

    AuthorizationLink(Context context, Authorizer authorizer, Recovery recovery, boolean namesGroups) {
        this.namesGroups = namesGroups;
        this.context = context;
        this.authorizer = authorizer;
        this.recovery = recovery;
    }

    @Override
    public Completion<ApiResponse> handle(RequestInFlight passage, Next next) {
        return recovery.carried(authorizer.authorize(passage.attributes())).then(decision -> {
            passage.decided(decision);
            if (context.tracesDetails()) {
                context.trace(new ServerHop.Authorized(
                        passage.userName(),
                        passage.attributes().verb() + " " + passage.incoming().uri(),
                        decision.isAllowed(),
                        decision.by(),
                        decision.reason()));
            }
            if (decision.isAllowed()) {
                return next.handle(passage);
            }
            return decision.hasFailed()
                    ? Completion.of(passage.incoming().broken(decision.error()))
                    : RequestChain.refuse(passage.attributes().forbidden(decision.reason(), namesGroups));
        });
    }
}
