package dev.wavetank.model.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.ServiceAccount;
import dev.wavetank.model.apiserver.authn.OidcAuthenticator;
import dev.wavetank.model.apiserver.authn.ServiceAccountAuthenticator;
import dev.wavetank.model.apiserver.authn.SignedToken;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The configured authenticators in a server: what they observe and which clock they read. */
class AuthenticationMethodsTest {

    private static final ServiceAccountAuthenticator.Issuer ISSUER =
            new ServiceAccountAuthenticator.Issuer("https://kubernetes.default.svc", "key", List.of("api"));
    private static final OidcAuthenticator.Provider PROVIDER =
            OidcAuthenticator.Provider.of("https://id.example.com", "their-key", "kubernetes");
    private static final ApiRequest LIST = new ApiRequest.List(Resources.PODS, "default", ApiRequest.Selection.ALL);

    private final SignedToken tokens = new SignedToken(new ObjectCodec());
    private final ApiServerFixture server = new ApiServerFixture(
            1,
            ApiServerConfig.DEFAULT
                    .withAuthorization(AuthorizationConfig.of("RBAC"))
                    .withAuthentication(new AuthenticationConfig(
                            null, Map.of("m", User.master("root")), null, ISSUER, PROVIDER, true)));

    private String answer(String token) {
        ApiResponse response = server.send(token, LIST);
        return ((ApiResponse.Failed) response).status().message();
    }

    @Test
    void a_service_account_is_known_while_the_server_sees_it() {
        KubernetesObject robot = new ServiceAccount(ObjectMeta.named("default", "robot"), null, null);
        ApiResponse made = server.send("m", ApiRequest.Create.of(Resources.SERVICE_ACCOUNTS, robot));
        String uid = ((ApiResponse.One) made).object().uid();
        String token = tokens.sign(
                ServiceAccountAuthenticator.claims(ISSUER, "default", "robot", uid, Timestamps.EPOCH.plusSeconds(3600)),
                ISSUER.key());
        assertThat(answer(token))
                .isEqualTo("pods is forbidden: User \"system:serviceaccount:default:robot\" cannot list resource"
                        + " \"pods\" in API group \"\" in the namespace \"default\"");
        server.send(
                "m",
                new ApiRequest.Delete(
                        Resources.SERVICE_ACCOUNTS, "default", "robot", ApiRequest.DeleteOptions.DEFAULT));
        assertThat(answer(token)).isEqualTo("Unauthorized");
    }

    @Test
    void a_token_ends_by_the_clock_of_the_server() {
        Map<String, Object> claims = Map.of(
                "iss",
                PROVIDER.issuerUrl(),
                "aud",
                "kubernetes",
                "sub",
                "alice",
                "exp",
                Timestamps.EPOCH.plusSeconds(60).getEpochSecond());
        String token = tokens.sign(claims, PROVIDER.key());
        assertThat(answer(token)).startsWith("pods is forbidden: User \"https://id.example.com#alice\" cannot");
        server.simulation.run(RunLimits.until(61 * VirtualTime.SECOND));
        assertThat(answer(token)).isEqualTo("Unauthorized");
    }

    @Test
    void a_mode_that_does_not_exist_or_lacks_something_is_told() {
        assertThatThrownBy(() -> AuthorizationConfig.of("RBAC,Magic"))
                .hasMessage("there is no authorization mode 'Magic': authorization-mode may name AlwaysAllow,"
                        + " AlwaysDeny, ABAC, Node, RBAC, Webhook, separated by commas");
        assertThatThrownBy(() -> AuthorizationConfig.of("ABAC"))
                .hasMessage("the authorization mode ABAC needs a policy file: give authorization-policy-file");
        assertThatThrownBy(() -> AuthorizationConfig.of("Webhook"))
                .hasMessage("the authorization mode Webhook needs a webhook: give authorization-webhook-config-file");
    }
}
