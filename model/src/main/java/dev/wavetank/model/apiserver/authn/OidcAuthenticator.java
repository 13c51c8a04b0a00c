package dev.wavetank.model.apiserver.authn;

import dev.wavetank.model.api.Credentials;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Knows users by the ID tokens of an OpenID Connect provider ({@code --oidc-*}). A token is good until it expires by
 * the server's own clock; the provider is not contacted about it again.
 */
public final class OidcAuthenticator implements Authenticator {

    private static final Authentication NOT_TRUSTED = new Authentication.Refused("invalid bearer token");

    /** How far the provider's clock may be ahead. */
    private static final Duration LEEWAY = Duration.ofMinutes(5);

    private final Provider provider;
    private final SignedToken tokens;
    private final Supplier<Instant> clock;

    /**
     * What is trusted, and how claims become users.
     *
     * @param issuerUrl the claim {@code iss} must be equal ({@code --oidc-issuer-url})
     * @param key with which the provider signs
     * @param clientId the claim {@code aud} must contain it ({@code --oidc-client-id})
     * @param usernameClaim the claim that names the user ({@code --oidc-username-claim})
     * @param usernamePrefix put before names; {@code -} for none; the empty string for the default, which is the
     *     issuer and {@code #} except for e-mail addresses ({@code --oidc-username-prefix})
     * @param groupsClaim the claim with the groups, or the empty string ({@code --oidc-groups-claim})
     * @param groupsPrefix put before groups ({@code --oidc-groups-prefix})
     * @param requiredClaims claims that a token must have, with these values ({@code --oidc-required-claim})
     */
    public record Provider(
            String issuerUrl,
            String key,
            String clientId,
            String usernameClaim,
            String usernamePrefix,
            String groupsClaim,
            String groupsPrefix,
            Map<String, String> requiredClaims) {

        /** A provider that requires no claims. */
        public Provider(
                String issuerUrl,
                String key,
                String clientId,
                String usernameClaim,
                String usernamePrefix,
                String groupsClaim,
                String groupsPrefix) {
            this(issuerUrl, key, clientId, usernameClaim, usernamePrefix, groupsClaim, groupsPrefix, new TreeMap<>());
        }

        /** Sorts the claims. */
        public Provider {
            requiredClaims = Collections.unmodifiableMap(new TreeMap<>(requiredClaims));
        }

        /** A provider whose claim {@code sub} names the user, with Kubernetes' other defaults. */
        public static Provider of(String issuerUrl, String key, String clientId) {
            return new Provider(issuerUrl, key, clientId, "sub", "", "", "");
        }

        private String prefix() {
            if (usernamePrefix.equals("-") || usernamePrefix.isEmpty() && usernameClaim.equals("email")) {
                return "";
            }
            return usernamePrefix.isEmpty() ? issuerUrl + "#" : usernamePrefix;
        }
    }

    /** An authenticator that trusts one provider and the server's own clock. */
    public OidcAuthenticator(Provider provider, SignedToken tokens, Supplier<Instant> clock) {
        this.provider = provider;
        this.tokens = tokens;
        this.clock = clock;
    }

    @Override
    public Authentication authenticate(Credentials credentials) {
        if (credentials.bearerToken() == null) {
            return Authentication.NOT_MINE;
        }
        Optional<Map<String, Object>> claims = tokens.claims(credentials.bearerToken(), provider.key());
        if (claims.isEmpty() || !SignedToken.text(claims.get(), "iss").equals(provider.issuerUrl())) {
            return NOT_TRUSTED;
        }
        return judge(claims.get());
    }

    private Authentication judge(Map<String, Object> claims) {
        List<String> audiences = SignedToken.texts(claims, "aud");
        if (!audiences.contains(provider.clientId())) {
            return refused("expected audience \"" + provider.clientId() + "\" got " + audiences);
        }
        long expires = SignedToken.seconds(claims, "exp", 0);
        if (clock.get().getEpochSecond() > expires) {
            return refused("token is expired (Token Expiry: " + Instant.ofEpochSecond(expires) + ")");
        }
        long begins = SignedToken.seconds(claims, "nbf", Long.MIN_VALUE);
        if (clock.get().plus(LEEWAY).getEpochSecond() < begins) {
            return refused("current time " + clock.get() + " before the nbf (not before) time: "
                    + Instant.ofEpochSecond(begins));
        }
        String name = SignedToken.text(claims, provider.usernameClaim());
        if (name.isEmpty()) {
            return refused("parse username claims \"" + provider.usernameClaim() + "\": claim not present");
        }
        if (provider.usernameClaim().equals("email") && Boolean.FALSE.equals(claims.get("email_verified"))) {
            return refused("email not verified");
        }
        for (Map.Entry<String, String> required : provider.requiredClaims().entrySet()) {
            String claim = required.getKey();
            String found = SignedToken.text(claims, claim);
            if (!claims.containsKey(claim)) {
                return new Authentication.Refused("oidc: required claim " + claim + " not present in ID token");
            }
            if (!found.equals(required.getValue())) {
                return new Authentication.Refused("oidc: required claim " + claim + " value does not match. Got = "
                        + found + ", want = " + required.getValue());
            }
        }
        List<String> groups = new ArrayList<>();
        SignedToken.texts(claims, provider.groupsClaim()).forEach(group -> groups.add(provider.groupsPrefix() + group));
        return new Authentication.Known(new User(provider.prefix() + name, List.copyOf(groups)));
    }

    private static Authentication refused(String why) {
        return new Authentication.Refused("oidc: verify token: " + why);
    }
}
