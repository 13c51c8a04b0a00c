package dev.wavetank.model.apiserver;

import dev.wavetank.model.apiserver.authn.OidcAuthenticator;
import dev.wavetank.model.apiserver.authn.ServiceAccountAuthenticator;
import dev.wavetank.model.apiserver.authn.User;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The flags of an API server about who its users are. Methods that are not configured judge nothing.
 *
 * @param clientCa name of the authority that signs client certificates, or null ({@code --client-ca-file})
 * @param tokens users by bearer token ({@code --token-auth-file})
 * @param passwords text of the password file, or null ({@code --basic-auth-file})
 * @param serviceAccounts who makes tokens of service accounts, or null ({@code --service-account-issuer})
 * @param oidc the OpenID Connect provider, or null ({@code --oidc-issuer-url})
 * @param anonymous whether requests without credentials are taken ({@code --anonymous-auth})
 */
public record AuthenticationConfig(
        String clientCa,
        Map<String, User> tokens,
        String passwords,
        ServiceAccountAuthenticator.Issuer serviceAccounts,
        OidcAuthenticator.Provider oidc,
        boolean anonymous) {

    /** Everybody is anonymous. */
    public static final AuthenticationConfig DEFAULT =
            new AuthenticationConfig(null, Collections.emptyMap(), null, null, null, true);

    /** Keeps a copy of the map. */
    public AuthenticationConfig {
        tokens = Collections.unmodifiableMap(new LinkedHashMap<>(tokens));
    }

    /** The same with these users. */
    public AuthenticationConfig withTokens(Map<String, User> users) {
        return new AuthenticationConfig(clientCa, users, passwords, serviceAccounts, oidc, anonymous);
    }

    /** The same with tokens of service accounts, which this issuer makes; null for none. */
    public AuthenticationConfig withServiceAccounts(ServiceAccountAuthenticator.Issuer issuer) {
        return new AuthenticationConfig(clientCa, tokens, passwords, issuer, oidc, anonymous);
    }
}
