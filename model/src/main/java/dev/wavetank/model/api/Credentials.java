package dev.wavetank.model.api;

import org.jspecify.annotations.Nullable;

/**
 * What a client shows to prove who it is; absent parts are null.
 *
 * @param bearerToken token of the header {@code Authorization: Bearer}
 * @param password user and password of the header {@code Authorization: Basic}
 * @param certificate client certificate of the TLS connection
 */
public record Credentials(
        @Nullable String bearerToken,
        @Nullable BasicPassword password,
        @Nullable ClientCertificate certificate) {

    /** No credentials at all. */
    public static final Credentials NONE = new Credentials(null, null, null);

    /**
     * User name and password.
     *
     * @param user name of the user
     * @param password in clear text
     */
    public record BasicPassword(String user, String password) {}

    /**
     * A bearer token.
     *
     * @param token null or empty for no credentials
     */
    public static Credentials ofToken(String token) {
        return token == null || token.isEmpty() ? NONE : new Credentials(token, null, null);
    }

    /** User name and password. */
    public static Credentials ofPassword(String user, String password) {
        return new Credentials(null, new BasicPassword(user, password), null);
    }

    /** A client certificate. */
    public static Credentials ofCertificate(ClientCertificate certificate) {
        return new Credentials(null, null, certificate);
    }

    /** The kind of these credentials, such as {@code bearer token}. */
    public String method() {
        if (bearerToken != null) {
            return "bearer token";
        } else if (password != null) {
            return "password";
        }
        return certificate != null ? "client certificate" : "no credentials";
    }
}
