package dev.wavetank.model.apiserver.authz;

import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.sim.Completion;

/** Decides who may do what. */
@FunctionalInterface
public interface Authorizer {

    /** Permits everything ({@code --authorization-mode=AlwaysAllow}). */
    Authorizer ALWAYS_ALLOW = always(Decision.allowed("AlwaysAllow"));

    /** Permits nothing ({@code --authorization-mode=AlwaysDeny}). */
    Authorizer ALWAYS_DENY = always(Decision.noOpinion("Everything is forbidden."));

    /** Permits everything to members of {@code system:masters}; asked before all others. */
    Authorizer PRIVILEGED = ofGroup(User.MASTERS);

    private static Authorizer always(Decision decision) {
        return attributes -> decision.now();
    }

    private static Authorizer ofGroup(String group) {
        Decision allowed = Decision.allowed("the group " + group);
        return attributes -> (attributes.user().isIn(group) ? allowed : Decision.NO_OPINION).now();
    }

    /** Decides, at once or after a request to another component. */
    Completion<Decision> authorize(Attributes attributes);
}
