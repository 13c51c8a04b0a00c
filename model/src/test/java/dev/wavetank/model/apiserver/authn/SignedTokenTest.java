package dev.wavetank.model.apiserver.authn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.Credentials;
import dev.wavetank.model.apiserver.authn.ObservedObjects.Observed;
import dev.wavetank.model.codec.ObjectCodec;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tokens of service accounts and of an OpenID Connect provider. */
class SignedTokenTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final ServiceAccountAuthenticator.Issuer ISSUER =
            new ServiceAccountAuthenticator.Issuer("https://kubernetes.default.svc", "key", List.of("api"));
    private static final OidcAuthenticator.Provider PROVIDER = new OidcAuthenticator.Provider(
            "https://id.example.com", "their-key", "kubernetes", "email", "", "groups", "oidc:");

    private final SignedToken tokens = new SignedToken(new ObjectCodec());
    private final Map<String, Observed> observed = new LinkedHashMap<>();
    private final Authenticator accounts = new ServiceAccountAuthenticator(
            ISSUER,
            tokens,
            (kind, namespace, name) -> Optional.ofNullable(observed.get(kind + " " + namespace + "/" + name)),
            () -> this.now);
    private final Authenticator oidc = new OidcAuthenticator(PROVIDER, tokens, () -> this.now);
    private Instant now = START;

    private Map<String, Object> robot() {
        return ServiceAccountAuthenticator.claims(ISSUER, "team", "robot", "u1", START.plusSeconds(3600));
    }

    private static String why(Authenticator authenticator, String token) {
        return ((Authentication.Refused) authenticator.authenticate(Credentials.ofToken(token))).why();
    }

    private String why(Map<String, Object> claims) {
        return why(accounts, tokens.sign(claims, ISSUER.key()));
    }

    @Test
    void a_service_account_is_known_as_long_as_it_is_observed_with_its_uid() {
        String token = tokens.sign(robot(), ISSUER.key());
        assertThat(why(accounts, token)).isEqualTo("ServiceAccount team/robot has been deleted");
        observed.put("ServiceAccount team/robot", new Observed("u1", null));
        assertThat(accounts.authenticate(Credentials.ofToken(token)))
                .isEqualTo(new Authentication.Known(new User(
                        "system:serviceaccount:team:robot",
                        "u1",
                        List.of("system:serviceaccounts", "system:serviceaccounts:team"))));
        observed.put("ServiceAccount team/robot", new Observed("u2", null));
        assertThat(why(accounts, token))
                .isEqualTo("ServiceAccount team/robot has another uid than the token: it was deleted and made again");
    }

    @Test
    void a_token_bound_to_a_pod_ends_a_minute_after_the_pod() {
        observed.put("ServiceAccount team/robot", new Observed("u1", null));
        observed.put("Pod team/web", new Observed("p1", START.plusSeconds(30)));
        String token = tokens.sign(ServiceAccountAuthenticator.boundTo(robot(), "pod", "web", "p1"), ISSUER.key());
        now = START.plusSeconds(90);
        assertThat(accounts.userName(Credentials.ofToken(token))).isEqualTo("system:serviceaccount:team:robot");
        now = START.plusSeconds(91);
        assertThat(why(accounts, token)).isEqualTo("Pod team/web has been deleted");
    }

    @Test
    void a_token_must_be_signed_in_time_and_made_for_this_server() {
        observed.put("ServiceAccount team/robot", new Observed("u1", null));
        String token = tokens.sign(robot(), ISSUER.key());
        assertThat(why(accounts, tokens.sign(robot(), "guessed"))).isEqualTo("invalid bearer token");
        assertThat(why(accounts, token.substring(0, token.length() - 3))).isEqualTo("invalid bearer token");
        assertThat(why(accounts, "a.b.c")).isEqualTo("invalid bearer token");
        Map<String, Object> elsewhere = new LinkedHashMap<>(robot());
        elsewhere.put("aud", "vault");
        assertThat(why(elsewhere)).isEqualTo("token audiences [vault] is invalid for the target audiences [api]");
        Map<String, Object> forged = new LinkedHashMap<>(robot());
        forged.put("sub", "system:serviceaccount:kube-system:robot");
        assertThat(why(forged)).isEqualTo("service account claims do not match the subject");
        now = START.plusSeconds(3600);
        assertThat(why(accounts, token)).isEqualTo("service account token has expired");
    }

    @Test
    void a_provider_may_require_claims_and_its_clock_may_be_five_minutes_ahead() {
        Map<String, String> required = new LinkedHashMap<>();
        required.put("hd", "example.com");
        Authenticator strict = new OidcAuthenticator(
                new OidcAuthenticator.Provider(
                        PROVIDER.issuerUrl(), PROVIDER.key(), PROVIDER.clientId(), "email", "", "", "", required),
                tokens,
                () -> this.now);
        Map<String, Object> claims = alice();
        assertThat(why(strict, tokens.sign(claims, PROVIDER.key())))
                .isEqualTo("oidc: required claim hd not present in ID token");
        claims.put("hd", "other");
        assertThat(why(strict, tokens.sign(claims, PROVIDER.key())))
                .isEqualTo("oidc: required claim hd value does not match. Got = other, want = example.com");
        claims.put("hd", "example.com");
        claims.put("nbf", START.plusSeconds(300).getEpochSecond());
        assertThat(strict.userName(Credentials.ofToken(tokens.sign(claims, PROVIDER.key()))))
                .isNotEmpty();
        claims.put("nbf", START.plusSeconds(301).getEpochSecond());
        assertThat(why(strict, tokens.sign(claims, PROVIDER.key()))).contains("before the nbf (not before) time");
    }

    private Map<String, Object> alice() {
        Map<String, Object> claims = new LinkedHashMap<>();
        claims.put("iss", PROVIDER.issuerUrl());
        claims.put("aud", List.of("other", "kubernetes"));
        claims.put("exp", START.plusSeconds(60).getEpochSecond());
        claims.put("sub", "4711");
        claims.put("email", "alice@example.com");
        claims.put("groups", List.of("devs"));
        return claims;
    }

    @Test
    void an_id_token_names_user_and_groups_with_their_prefixes() {
        String token = tokens.sign(alice(), PROVIDER.key());
        assertThat(oidc.authenticate(Credentials.ofToken(token)))
                .isEqualTo(new Authentication.Known(new User("alice@example.com", List.of("oidc:devs"))));
        OidcAuthenticator bySubject = new OidcAuthenticator(
                OidcAuthenticator.Provider.of(PROVIDER.issuerUrl(), PROVIDER.key(), "kubernetes"), tokens, () -> now);
        assertThat(bySubject.userName(Credentials.ofToken(token))).isEqualTo("https://id.example.com#4711");
    }

    @Test
    void an_id_token_is_refused_when_late_unverified_or_for_somebody_else() {
        Map<String, Object> claims = alice();
        claims.put("email_verified", false);
        assertThat(why(oidc, tokens.sign(claims, PROVIDER.key()))).isEqualTo("oidc: verify token: email not verified");
        claims.put("aud", "other");
        assertThat(why(oidc, tokens.sign(claims, PROVIDER.key())))
                .isEqualTo("oidc: verify token: expected audience \"kubernetes\" got [other]");
        now = START.plusSeconds(61);
        assertThat(why(oidc, tokens.sign(alice(), PROVIDER.key())))
                .isEqualTo("oidc: verify token: token is expired (Token Expiry: 2026-01-01T00:01:00Z)");
        assertThat(why(oidc, tokens.sign(robot(), PROVIDER.key()))).isEqualTo("invalid bearer token");
    }
}
