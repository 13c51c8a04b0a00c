package dev.wavetank.model.apiserver.authz;

import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.sim.Completion;

/** Decides who may do what. */
@FunctionalInterface
public interface Authorizer {

    /** Permits everything ({@code --authorization-mode=AlwaysAllow}). */
    Authorizer ALWAYS_ALLOW = attributes -> Decision.ALLOW.now();

    /** Permits nothing ({@code --authorization-mode=AlwaysDeny}). */
    Authorizer ALWAYS_DENY =
            attributes -> Decision.noOpinion("Everything is forbidden.").now();

    /** Permits everything to members of {@code system:masters}; asked before all others. */
    Authorizer PRIVILEGED =
            attributes -> (attributes.user().isIn(User.MASTERS) ? Decision.ALLOW : Decision.NO_OPINION).now();

    /** Decides, at once or after a request to another component. */
    Completion<Decision> authorize(Attributes attributes);
}
