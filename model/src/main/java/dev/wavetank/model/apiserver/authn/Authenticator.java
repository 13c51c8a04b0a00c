package dev.wavetank.model.apiserver.authn;

import dev.wavetank.model.api.Credentials;

/** Determines the user that sends a request. */
@FunctionalInterface
public interface Authenticator {

    /** Everybody who comes this far is {@code system:anonymous} ({@code --anonymous-auth}). */
    Authenticator ANONYMOUS = credentials -> new Authentication.Known(User.ANONYMOUS);

    /** Judges credentials. */
    Authentication authenticate(Credentials credentials);

    /** The name of the user, or the empty string when the credentials prove nothing. */
    default String userName(Credentials credentials) {
        Authentication answer = authenticate(credentials);
        return answer instanceof Authentication.Known known ? known.user().name() : "";
    }
}
