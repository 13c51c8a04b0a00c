package dev.wavetank.model.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.Identity;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.ServiceAccount;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.FakeServer;
import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A controller manager asks for the accounts of its controllers and their tokens. */
class AccountTokensTest {

    private static final String ACCOUNT = "job-controller";

    private final List<String> asked = new ArrayList<>();
    private boolean hasAccount = true;
    private int failures;
    private final FakeServer server = new FakeServer(this::answer);
    private final AccountTokens tokens = new AccountTokens(server.context(), server.client());
    private final List<Optional<Identity>> held = new ArrayList<>();

    private ApiResponse answer(ApiRequest request) {
        String subresource = request instanceof ApiRequest.Create create ? create.subresource() : "";
        asked.add(request.verb().name() + " " + request.name() + subresource);
        if (request instanceof ApiRequest.Create create) {
            if (!subresource.equals("token")) {
                hasAccount = true;
                return new ApiResponse.One(201, create.body());
            }
            return failures-- > 0 ? new ApiResponse.Failed(Status.noSuchResource()) : token();
        }
        return hasAccount || !request.name().equals(ACCOUNT)
                ? new ApiResponse.One(200, new ServiceAccount(ObjectMeta.named("kube-system", ACCOUNT), null, null))
                : new ApiResponse.Failed(Status.notFound(request.resource(), request.name()));
    }

    private ApiResponse token() {
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("token", "token-" + asked.size());
        status.put(
                "expirationTimestamp",
                server.context().clock().plusSeconds(3600).toString());
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("status", status);
        return new ApiResponse.One(
                201, new GenericObject("authentication.k8s.io/v1", "TokenRequest", ObjectMeta.named(null, ""), fields));
    }

    private void ask() {
        tokens.of(ACCOUNT).identity().whenDone(held::add);
    }

    @Test
    void requests_that_wait_share_a_token_which_lasts_for_four_fifths_of_its_life() {
        ask();
        ask();
        server.run();
        server.runFor(47 * VirtualTime.MINUTE);
        ask();
        assertThat(asked).containsExactly("GET job-controller", "CREATE job-controllertoken");
        assertThat(held).hasSize(3).containsOnly(Optional.of(Identity.ofToken("token-2")));

        server.runFor(VirtualTime.MINUTE);
        ask();
        server.run();
        assertThat(held).hasSize(4).last().isEqualTo(Optional.of(Identity.ofToken("token-4")));
    }

    @Test
    void an_account_that_is_missing_is_created() {
        hasAccount = false;
        ask();
        server.run();
        assertThat(asked)
                .containsExactly(
                        "GET job-controller", "GET kube-system", "CREATE job-controller", "CREATE job-controllertoken");
        assertThat(held).containsExactly(Optional.of(Identity.ofToken("token-4")));
    }

    @Test
    void a_token_is_asked_for_four_times_and_then_the_request_fails() {
        failures = 4;
        ask();
        server.run();
        assertThat(held).containsExactly(Optional.empty());
        assertThat(server.origins().stream().map(origin -> origin.sent() / VirtualTime.MILLISECOND))
                .containsExactly(0L, 2L, 504L, 506L, 1508L, 1510L, 3512L, 3514L);

        ask();
        server.run();
        assertThat(held).last().isEqualTo(Optional.of(Identity.ofToken("token-10")));
    }

    @Test
    void a_client_without_a_token_sends_nothing() {
        failures = 4;
        ApiClient client = new ApiClient(
                server.context(),
                server.network().connect(server.context()),
                new ApiClient.Credentials(List.of("apiserver"), "", ACCOUNT),
                RateLimit.NONE,
                tokens.of(ACCOUNT));
        List<ApiResponse> answers = new ArrayList<>();
        client.send(new ApiRequest.Get(Resources.PODS, "default", "web")).whenDone(answers::add);
        server.run();
        assertThat(answers).singleElement().isInstanceOf(ApiResponse.Unreachable.class);
        assertThat(asked).doesNotContain("GET web");
    }
}
