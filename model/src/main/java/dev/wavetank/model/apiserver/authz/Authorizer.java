package dev.wavetank.model.apiserver.authz;

import dev.wavetank.model.apiserver.authn.User;

/** Decides who may do what. */
@FunctionalInterface
public interface Authorizer {

    /** Permits everything ({@code --authorization-mode=AlwaysAllow}). */
    Authorizer ALWAYS_ALLOW = (user, action) -> true;

    /** Whether the user may do it. */
    boolean allows(User user, Action action);
}
