package dev.wavetank.model.apiserver.authn;

import dev.wavetank.model.api.Credentials;
import java.util.LinkedHashMap;
import java.util.Map;

/** Knows users by name and password ({@code --basic-auth-file}, gone since Kubernetes 1.19). */
public final class BasicAuthenticator implements Authenticator {

    private static final Authentication WRONG = new Authentication.Refused("invalid username/password combination");

    private final Map<String, PasswordFile.Line> users = new LinkedHashMap<>();

    private BasicAuthenticator() {}

    /**
     * Reads a password file: one user a line, {@code password,user,uid} or {@code password,user,uid,"group1,group2"}.
     *
     * @param source name of the file, for messages
     * @throws IllegalArgumentException when a line lacks one of these
     */
    public static BasicAuthenticator parse(String source, String text) {
        BasicAuthenticator authenticator = new BasicAuthenticator();
        for (PasswordFile.Line line : PasswordFile.read(source, text, "password,user,uid,\"group1,group2\"")) {
            authenticator.users.put(line.user().name(), line);
        }
        return authenticator;
    }

    @Override
    public Authentication authenticate(Credentials credentials) {
        Credentials.BasicPassword given = credentials.password();
        if (given == null) {
            return Authentication.NOT_MINE;
        }
        PasswordFile.Line known = users.get(given.user());
        return known != null && known.secret().equals(given.password())
                ? new Authentication.Known(known.user())
                : WRONG;
    }
}
