package dev.wavetank.model.apiserver.authn;

import dev.wavetank.model.api.Credentials;
import java.util.LinkedHashMap;
import java.util.Map;

/** Knows users by their bearer tokens ({@code --token-auth-file}). Refuses tokens that it does not know. */
public final class TokenAuthenticator implements Authenticator {

    private static final Authentication UNKNOWN = new Authentication.Refused("invalid bearer token");

    private final Map<String, Authentication> tokens = new LinkedHashMap<>();

    /** Accepts the given tokens. */
    public TokenAuthenticator(Map<String, User> tokens) {
        tokens.forEach(
                (token, user) -> this.tokens.put(token, new Authentication.Known(user.with(User.AUTHENTICATED))));
    }

    /**
     * Reads a token file: one user a line, {@code token,user,uid} or {@code token,user,uid,"group1,group2"}. Of two
     * lines with the same token the last counts.
     *
     * @param source name of the file, for messages
     * @throws IllegalArgumentException when a line lacks one of these
     */
    public static TokenAuthenticator parse(String source, String text) {
        return new TokenAuthenticator(users(source, text));
    }

    /**
     * The users of a token file, by token.
     *
     * @param source name of the file, for messages
     * @throws IllegalArgumentException when a line lacks one of these
     */
    public static Map<String, User> users(String source, String text) {
        Map<String, User> tokens = new LinkedHashMap<>();
        for (PasswordFile.Line line : PasswordFile.read(source, text, "token,user,uid,\"group1,group2\"")) {
            tokens.put(line.secret(), line.user());
        }
        return tokens;
    }

    @Override
    public Authentication authenticate(Credentials credentials) {
        String token = credentials.bearerToken();
        if (token == null) {
            return Authentication.NOT_MINE;
        }
        return tokens.getOrDefault(token, UNKNOWN);
    }
}
