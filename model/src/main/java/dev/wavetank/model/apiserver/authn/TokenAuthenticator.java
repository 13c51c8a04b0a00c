package dev.wavetank.model.apiserver.authn;

import java.util.Map;
import java.util.Optional;

/** Knows users by their bearer tokens ({@code --token-auth-file}). */
public final class TokenAuthenticator {

    private final Map<String, User> tokens;

    /** Accepts the given tokens. */
    public TokenAuthenticator(Map<String, User> tokens) {
        this.tokens = tokens;
    }

    /**
     * The user with that token, or nothing when it is unknown.
     *
     * @param token null or empty for {@code system:anonymous}
     */
    public Optional<User> authenticate(String token) {
        if (token == null || token.isEmpty()) {
            return Optional.of(User.ANONYMOUS);
        }
        return Optional.ofNullable(tokens.get(token));
    }

    /** The name of the user with that token, or the empty string when it is unknown. */
    public String userName(String token) {
        return authenticate(token).map(User::name).orElse("");
    }
}
