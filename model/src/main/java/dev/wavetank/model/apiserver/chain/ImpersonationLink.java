package dev.wavetank.model.apiserver.chain;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ImpersonationConfig;
import dev.wavetank.model.apiserver.authz.Authorizer;
import dev.wavetank.model.apiserver.authz.Impersonation;
import dev.wavetank.sim.Completion;
import java.util.Optional;

/** Lets a requester act as another user, where that is permitted; else refuses with 403. */
final class ImpersonationLink implements Link {

    private final Impersonation impersonation;

    ImpersonationLink(Authorizer authorizer, boolean namesGroups) {
        this.impersonation = new Impersonation(authorizer, namesGroups);
    }

    @Override
    public Completion<ApiResponse> handle(RequestInFlight passage, Next next) {
        ImpersonationConfig wish = passage.incoming().impersonation();
        if (wish.isNone()) {
            return next.handle(passage);
        }
        Optional<String> mistake = wish.mistake();
        if (mistake.isPresent()) {
            return Completion.of(passage.incoming().broken(mistake.get()));
        }
        return impersonation.apply(passage.requester(), wish).then(result -> {
            if (result.refusal() != null) {
                return RequestChain.refuse(result.refusal());
            }
            passage.executeAs(result.user());
            return next.handle(passage);
        });
    }
}
