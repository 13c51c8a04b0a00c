package dev.wavetank.model.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.authn.Authentication;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.apiserver.authz.Decision;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How to hand one's own authenticator, authorizer and link to an API server. Both fronts pass them. */
class OwnPartsTest {

    private static final ApiRequest LIST = new ApiRequest.List(Resources.PODS, "default", ApiRequest.Selection.ALL);

    private final List<String> seen = new ArrayList<>();

    private ApiServerFixture server(ApiServerParts parts) {
        return new ApiServerFixture(
                1, ApiServerConfig.DEFAULT.withAuthorization(AuthorizationConfig.of("AlwaysDeny")), parts);
    }

    private static HttpRequest listOverTheWire(String token) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Authorization", "Bearer " + token);
        return HttpRequest.of("GET", "/api/v1/namespaces/default/pods", headers, "");
    }

    /** Knows everybody who can spell a name backwards. */
    private static ApiServerParts backwards() {
        return ApiServerParts.NONE.withAuthenticator((context, endpoint) -> credentials -> credentials.bearerToken()
                        == null
                ? Authentication.NOT_MINE
                : new Authentication.Known(new User(
                        new StringBuilder(credentials.bearerToken()).reverse().toString(), List.of())));
    }

    @Test
    void an_own_authenticator_and_authorizer_decide() {
        ApiServerFixture server = server(backwards()
                .withAuthorizer((context, endpoint) ->
                        attributes -> permitsReading(attributes).now()));

        assertThat(server.send("ecila", LIST).code()).isEqualTo(200);
        assertThat(server.send(listOverTheWire("ecila")).code()).isEqualTo(200);
        assertThat(server.send("bob", LIST))
                .isEqualTo(new ApiResponse.Failed(new Attributes(
                                new User("bob", List.of()),
                                "list",
                                Attributes.Resource.of(Resources.PODS, "", "default", ""))
                        .forbidden("Everything is forbidden.", true)));
    }

    private static Decision permitsReading(Attributes attributes) {
        return attributes.user().name().equals("alice") && attributes.isReadOnly()
                ? Decision.ALLOW
                : Decision.NO_OPINION;
    }

    @Test
    void an_own_link_sees_every_request_before_and_after_and_may_answer_itself() {
        ApiServerFixture server = server(backwards().withLink((context, endpoint) -> (passage, next) -> {
            if (passage.incoming().userAgent().isEmpty()) {
                return Completion.of(new ApiResponse.Failed(Status.badRequest("say who you are")));
            }
            return next.handle(passage).map(response -> {
                seen.add(passage.userName() + " " + passage.attributes().verb() + " " + response.code());
                return response;
            });
        }));

        server.send("ecila", LIST);
        assertThat(seen).containsExactly("alice list 403");
        assertThat(server.send(listOverTheWire("ecila")).body()).contains("say who you are");
        assertThat(seen).hasSize(1);
    }
}
