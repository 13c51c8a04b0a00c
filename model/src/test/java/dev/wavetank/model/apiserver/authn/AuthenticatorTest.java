package dev.wavetank.model.apiserver.authn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.api.ClientCertificate;
import dev.wavetank.model.api.Credentials;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Certificates, token and password files, and several of them together. */
class AuthenticatorTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final String TOKENS = """
            # for people
            t-alice,alice,1001,"devs, ops"
            t-bob,bob,1002
            """;

    private Instant now = START;

    private Authenticator server() {
        return new AuthenticatorUnion(
                List.of(
                        new X509Authenticator("cluster-ca", () -> now),
                        TokenAuthenticator.parse("tokens.csv", TOKENS),
                        BasicAuthenticator.parse("passwords.csv", "secret,carol,7,\"ops\"\n")),
                true);
    }

    private User user(Credentials credentials) {
        return ((Authentication.Known) server().authenticate(credentials)).user();
    }

    private String refusal(Credentials credentials) {
        return ((Authentication.Refused) server().authenticate(credentials)).why();
    }

    private static Credentials certificate(String issuer) {
        return Credentials.ofCertificate(new ClientCertificate(
                "dave", List.of("devs"), issuer, START.minusSeconds(60), START.plusSeconds(3600)));
    }

    @Test
    void every_method_makes_its_user_an_authenticated_one() {
        assertThat(user(Credentials.ofToken("t-alice")))
                .isEqualTo(new User("alice", "1001", List.of("devs", "ops", "system:authenticated")));
        assertThat(user(Credentials.ofToken("t-bob")).groups()).containsExactly("system:authenticated");
        assertThat(user(Credentials.ofPassword("carol", "secret")))
                .isEqualTo(new User("carol", "7", List.of("ops", "system:authenticated")));
        assertThat(user(certificate("cluster-ca")))
                .isEqualTo(new User("dave", "", List.of("devs", "system:authenticated")));
    }

    @Test
    void without_credentials_everybody_is_anonymous_unless_that_is_switched_off() {
        assertThat(user(Credentials.NONE)).isEqualTo(User.ANONYMOUS);
        assertThat(user(Credentials.ofToken(""))).isEqualTo(User.ANONYMOUS);
        assertThat(new AuthenticatorUnion(List.of(), false).authenticate(Credentials.NONE))
                .isInstanceOf(Authentication.Refused.class);
    }

    @Test
    void wrong_credentials_are_never_anonymous() {
        assertThat(refusal(Credentials.ofToken("nope"))).isEqualTo("invalid bearer token");
        assertThat(refusal(Credentials.ofPassword("carol", "guess")))
                .isEqualTo("invalid username/password combination");
        assertThat(server().userName(Credentials.ofToken("nope"))).isEmpty();
    }

    @Test
    void a_password_is_ignored_by_a_server_that_judges_none() {
        Authenticator tokensOnly =
                new AuthenticatorUnion(List.of(TokenAuthenticator.parse("tokens.csv", TOKENS)), true);
        assertThat(tokensOnly.authenticate(Credentials.ofPassword("admin", "admin")))
                .isEqualTo(new Authentication.Known(User.ANONYMOUS));
    }

    @Test
    void a_certificate_counts_by_its_issuer_and_the_clock_of_the_server() {
        assertThat(refusal(certificate("other-ca"))).isEqualTo("x509: certificate signed by unknown authority");
        now = START.plusSeconds(3601);
        assertThat(refusal(certificate("cluster-ca")))
                .isEqualTo("x509: certificate has expired or is not yet valid: current time 2026-01-01T01:00:01Z is"
                        + " after 2026-01-01T01:00:00Z");
        now = START.minusSeconds(61);
        assertThat(refusal(certificate("cluster-ca"))).endsWith("is before 2025-12-31T23:59:00Z");
    }

    @Test
    void good_credentials_of_one_kind_outweigh_bad_ones_of_another_and_all_errors_are_told() {
        Credentials both = new Credentials("t-alice", null, ((certificate("other-ca")).certificate()));
        assertThat(user(both).name()).isEqualTo("alice");
        Credentials neither =
                new Credentials("nope", null, certificate("other-ca").certificate());
        assertThat(refusal(neither)).isEqualTo("[x509: certificate signed by unknown authority, invalid bearer token]");
    }

    @Test
    void a_broken_line_is_told_with_its_number() {
        assertThatThrownBy(() -> TokenAuthenticator.parse("tokens.csv", "a,b,c\nonly,two\n"))
                .hasMessage("tokens.csv, line 2: expected token,user,uid,\"group1,group2\" (the groups may be missing),"
                        + " found only 2 of them");
        assertThatThrownBy(() -> BasicAuthenticator.parse("p.csv", ",alice,1\n"))
                .hasMessage("p.csv, line 1, field 1 (password): may not be empty");
    }
}
