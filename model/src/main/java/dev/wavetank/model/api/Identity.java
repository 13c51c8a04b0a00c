package dev.wavetank.model.api;

/**
 * Who a client says it is, and as whom it wants to act.
 *
 * @param credentials that prove who it is
 * @param impersonation as whom it wants to act; {@link ImpersonationConfig#NONE} for itself
 */
public record Identity(Credentials credentials, ImpersonationConfig impersonation) {

    /** The bearer of a token, as itself. */
    public static Identity ofToken(String token) {
        return new Identity(Credentials.ofToken(token), ImpersonationConfig.NONE);
    }
}
