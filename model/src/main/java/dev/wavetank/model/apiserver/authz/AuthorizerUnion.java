package dev.wavetank.model.apiserver.authz;

import dev.wavetank.sim.Completion;
import java.util.List;

/**
 * Asks several authorizers in the order of {@code --authorization-mode} until one permits or forbids. When none does,
 * the answer is no opinion, with all their reasons and all errors that kept some of them from judging.
 */
public final class AuthorizerUnion implements Authorizer {

    private final List<Authorizer> authorizers;

    /** A union; {@link Authorizer#PRIVILEGED} is asked only when it is in the list. */
    public AuthorizerUnion(List<Authorizer> authorizers) {
        this.authorizers = List.copyOf(authorizers);
    }

    @Override
    public Completion<Decision> authorize(Attributes attributes) {
        return ask(attributes, 0, Decision.NO_OPINION);
    }

    private Completion<Decision> ask(Attributes attributes, int next, Decision before) {
        if (next == authorizers.size()) {
            return before.now();
        }
        return authorizers.get(next).authorize(attributes).then(decision -> {
            if (decision.isFinal()) {
                return decision.now();
            }
            return ask(attributes, next + 1, joined(before, decision));
        });
    }

    private static Decision joined(Decision before, Decision more) {
        if (more.reason().isEmpty() && more.error().isEmpty()) {
            return before;
        }
        return new Decision(
                Decision.Kind.NO_OPINION,
                joined(before.reason(), "\n", more.reason()),
                joined(before.error(), ", ", more.error()),
                "");
    }

    private static String joined(String first, String between, String second) {
        return first.isEmpty() || second.isEmpty() ? first + second : first + between + second;
    }
}
