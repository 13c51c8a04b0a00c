package dev.wavetank.model.apiserver.authz;

import dev.wavetank.sim.Completion;
import java.util.List;

/**
 * Asks several authorizers in the order of {@code --authorization-mode} until one permits or forbids. When none does,
 * the answer is no opinion, with all their reasons.
 */
public final class AuthorizerUnion implements Authorizer {

    private final List<Authorizer> authorizers;

    /** A union; {@link Authorizer#PRIVILEGED} is asked only when it is in the list. */
    public AuthorizerUnion(List<Authorizer> authorizers) {
        this.authorizers = List.copyOf(authorizers);
    }

    @Override
    public Completion<Decision> authorize(Attributes attributes) {
        return ask(attributes, 0, "");
    }

    private Completion<Decision> ask(Attributes attributes, int next, String reasons) {
        if (next == authorizers.size()) {
            return Decision.noOpinion(reasons).now();
        }
        return authorizers.get(next).authorize(attributes).then(decision -> {
            if (decision.isFinal()) {
                return decision.now();
            }
            return ask(attributes, next + 1, joined(reasons, decision.reason()));
        });
    }

    private static String joined(String reasons, String more) {
        if (reasons.isEmpty() || more.isEmpty()) {
            return reasons + more;
        }
        return reasons + "\n" + more;
    }
}
