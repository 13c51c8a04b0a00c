package dev.wavetank.model.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ImpersonationConfig;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.apiserver.authz.Authorizer;
import dev.wavetank.model.apiserver.authz.Decision;
import dev.wavetank.model.apiserver.authz.Impersonation;
import dev.wavetank.model.apiserver.http.options.ImpersonationHeaders;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Who may act as whom, over the wire. */
class ImpersonationTest {

    private static final String REVIEWS = "/apis/authentication.k8s.io/v1/selfsubjectreviews";

    /** Asked in this order; a right is written as resource, subresource and name. */
    private static final List<String> PARTS =
            List.of("users//ann", "groups//a", "groups//b", "userextras/k/v", "uids//7");

    private static HttpRequest request() {
        Map<String, String> headers = RecordedCluster.headers("POST", "admin");
        headers.put("Content-Type", "application/json");
        return HttpRequest.of("POST", REVIEWS, headers, "{}");
    }

    private static ImpersonationConfig wish(HttpRequest request, KubernetesVersion version) {
        return ImpersonationHeaders.wish(request.headers(), version);
    }

    @Test
    void groups_and_extra_values_may_be_given_several_times() {
        HttpRequest request = request()
                .with("Impersonate-User", "ann")
                .with("Impersonate-Group", "a,b")
                .with("impersonate-group", "c")
                .with("Impersonate-Extra-Scopes", "view")
                .with("impersonate-extra-scopes", "edit")
                .with("Impersonate-Extra-Acme.com%2Fproject", "x")
                .with("Impersonate-Uid", "7");
        ImpersonationConfig wish = wish(request, KubernetesVersion.V1_32);
        assertThat(wish.user()).isEqualTo("ann");
        assertThat(wish.uid()).isEqualTo("7");
        assertThat(wish.groups()).containsExactly("a,b", "c");
        assertThat(wish.extra()).containsOnlyKeys("acme.com/project", "scopes");
        assertThat(wish.extra().get("scopes")).containsExactly("view", "edit");
        assertThat(wish(request, KubernetesVersion.V1_20).uid())
                .as("no uids before v1.22")
                .isEmpty();
    }

    @Test
    void groups_without_a_user_are_an_error_that_nobody_expects() {
        HttpResponse response = new LoneServer(KubernetesVersion.V1_32)
                .send(request()
                        .with("Impersonate-Group", "a")
                        .with("Impersonate-Group", "b")
                        .with("Impersonate-Extra-k", "v")
                        .with("Impersonate-Uid", "7"));
        assertThat(response.code()).isEqualTo(500);
        assertThat(response.headers()).containsEntry("Content-Type", "text/plain; charset=utf-8");
        assertThat(response.body())
                .isEqualTo("Internal Server Error: \"" + REVIEWS + "\": requested [{Group  a    } {Group  b    }"
                        + " {UserExtra  v  authentication.k8s.io/v1  k} {UID  7  authentication.k8s.io/v1  }]"
                        + " without impersonating a user\n");
    }

    @Test
    void who_acts_as_another_is_that_other_with_all_that_was_asked_for() {
        HttpResponse response = new LoneServer(KubernetesVersion.V1_32)
                .send(request()
                        .with("Impersonate-User", "ann")
                        .with("Impersonate-Group", "a")
                        .with("Impersonate-Group", "b")
                        .with("Impersonate-Extra-k", "v")
                        .with("Impersonate-Uid", "7"));
        assertThat(response.code()).as(response.body()).isEqualTo(201);
        assertThat(response.body())
                .contains("\"username\":\"ann\"")
                .contains("\"uid\":\"7\"")
                .contains("\"groups\":[\"a\",\"b\",\"system:authenticated\"]")
                .contains("\"extra\":{\"k\":[\"v\"]}");
    }

    private static String refusal(List<String> rights) {
        Authorizer authorizer = attributes -> {
            Attributes.Resource asked = (Attributes.Resource) attributes.target();
            String right = asked.plural() + "/" + asked.subresource() + "/" + asked.name();
            return (rights.contains(right) ? Decision.ALLOW : Decision.NO_OPINION).now();
        };
        Map<String, List<String>> extra = new TreeMap<>();
        extra.put("k", List.of("v"));
        ImpersonationConfig wish = new ImpersonationConfig("ann", "7", List.of("a", "b"), extra);
        List<Impersonation.Result> results = new ArrayList<>(1);
        new Impersonation(authorizer, true)
                .apply(new User("eve", List.of()), wish)
                .whenDone(results::add);
        return results.get(0).refusal() == null ? "" : results.get(0).refusal().message();
    }

    @Test
    void each_part_needs_a_right_of_its_own() {
        String forbidden = " is forbidden: User \"eve\" cannot impersonate resource ";
        assertThat(refusal(PARTS.subList(0, 0))).startsWith("users \"ann\"" + forbidden + "\"users\"");
        assertThat(refusal(PARTS.subList(0, 1))).startsWith("groups \"a\"" + forbidden + "\"groups\"");
        assertThat(refusal(PARTS.subList(0, 2))).startsWith("groups \"b\"" + forbidden + "\"groups\"");
        assertThat(refusal(PARTS.subList(0, 3)))
                .isEqualTo("userextras.authentication.k8s.io \"v\"" + forbidden + "\"userextras/k\" in API group"
                        + " \"authentication.k8s.io\" at the cluster scope");
        assertThat(refusal(PARTS.subList(0, 4)))
                .isEqualTo("uids.authentication.k8s.io \"7\"" + forbidden + "\"uids\" in API group"
                        + " \"authentication.k8s.io\" at the cluster scope");
        assertThat(refusal(PARTS)).isEmpty();
    }
}
