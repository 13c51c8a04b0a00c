package dev.wavetank.model.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.apiserver.authn.ServiceAccountAuthenticator;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.rbac.RbacPolicy;
import dev.wavetank.model.apiserver.authz.rbac.RbacPolicy.Binding;
import dev.wavetank.model.apiserver.authz.rbac.RbacPolicy.Role;
import dev.wavetank.model.apiserver.authz.rbac.RbacPolicy.Subject;
import dev.wavetank.model.apiserver.authz.rbac.Rule;
import dev.wavetank.model.apiserver.authz.rbac.SystemRoles;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Questions that a server answers, and grants that it refuses. */
class ReviewsTest {

    private static final String AUTHORIZATION = "authorization.k8s.io";
    private static final String AUTHENTICATION = "authentication.k8s.io";
    private static final String REASON =
            "RBAC: allowed by RoleBinding \"reader/default\" of Role \"reader\" to User \"alice\"";

    private static final Rule READ = new Rule(List.of(""), List.of("pods"), List.of("get", "list"), List.of());
    private static final Rule GRANT =
            new Rule(List.of("rbac.authorization.k8s.io"), List.of("*"), List.of("create", "update", "get"), List.of());
    private static final RbacPolicy RULES = new RbacPolicy(
            List.of(new Role("default", "reader", List.of(READ)), new Role("", "granter", List.of(GRANT))),
            List.of(
                    new Binding("default", "reader", false, List.of(new Subject("User", "alice"))),
                    new Binding("", "granter", true, List.of(new Subject("User", "alice")))));

    private final ApiServerFixture server = new ApiServerFixture(1, config());

    private static ApiServerConfig config() {
        Map<String, User> users = new LinkedHashMap<>();
        users.put("a", new User("alice", List.of("staff")));
        users.put("m", User.master("root"));
        ServiceAccountAuthenticator.Issuer issuer =
                new ServiceAccountAuthenticator.Issuer("https://kubernetes.default.svc", "secret", List.of("api"));
        return ApiServerConfig.DEFAULT
                .withAuthentication(new AuthenticationConfig(null, users, null, issuer, null, true))
                .withRbac(RULES);
    }

    private ApiResponse ask(String token, String group, String kind, Map<String, Object> spec) {
        boolean local = kind.startsWith("Local");
        String plural = kind.toLowerCase(java.util.Locale.ROOT) + "s";
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("spec", spec);
        ObjectMeta metadata = ObjectMeta.named(local ? "default" : null, null);
        return server.send(
                token,
                new ApiRequest.Create(
                        new ResourceType(group, "v1", kind, plural, local),
                        local ? "default" : "",
                        "",
                        "",
                        new GenericObject(group + "/v1", kind, metadata, fields)));
    }

    private static Object status(ApiResponse response) {
        return ((GenericObject) ((ApiResponse.One) response).object()).other().get("status");
    }

    private static String message(ApiResponse response) {
        return ((ApiResponse.Failed) response).status().message();
    }

    private static Map<String, Object> attributes(String verb, String namespace) {
        return Map.of("resourceAttributes", Map.of("verb", verb, "resource", "pods", "namespace", namespace));
    }

    @Test
    void a_user_may_ask_what_they_may_do_and_what_others_may_do_is_for_those_with_the_right_to_ask() {
        ApiResponse yes = server.send("m", new ApiRequest.List(Resources.PODS, "", ApiRequest.Selection.ALL));
        assertThat(yes.code()).isEqualTo(200);
        Map<String, Object> bob = new LinkedHashMap<>(attributes("list", "default"));
        bob.put("user", "bob");
        Map<String, Object> alice = new LinkedHashMap<>(bob);
        alice.put("user", "alice");

        assertThat(status(ask("m", AUTHORIZATION, "SubjectAccessReview", bob))).isEqualTo(Map.of("allowed", false));
        assertThat(status(ask("m", AUTHORIZATION, "SubjectAccessReview", alice)))
                .isEqualTo(Map.of("allowed", true, "reason", REASON));
        assertThat(status(ask("m", AUTHORIZATION, "LocalSubjectAccessReview", alice)))
                .isEqualTo(Map.of("allowed", true, "reason", REASON));
        assertThat(status(ask("m", AUTHORIZATION, "SelfSubjectAccessReview", attributes("list", "default"))))
                .isEqualTo(Map.of("allowed", true));
        assertThat(ask("a", AUTHORIZATION, "SubjectAccessReview", bob).code()).isEqualTo(403);
    }

    @Test
    void a_review_that_asks_nothing_is_refused() {
        assertThat(message(ask("m", AUTHORIZATION, "SelfSubjectAccessReview", Map.of())))
                .isEqualTo("SelfSubjectAccessReview.authorization.k8s.io \"\" is invalid: spec.resourceAttributes:"
                        + " Invalid value: \"null\": exactly one of nonResourceAttributes or resourceAttributes must be"
                        + " specified");
        assertThat(message(ask("m", AUTHORIZATION, "SubjectAccessReview", attributes("get", "default"))))
                .contains("spec.user: Invalid value: \"\": at least one of user or group must be specified");
        Map<String, Object> elsewhere = new LinkedHashMap<>(attributes("get", "kube-system"));
        elsewhere.put("user", "bob");
        assertThat(message(ask("m", AUTHORIZATION, "LocalSubjectAccessReview", elsewhere)))
                .contains("spec.resourceAttributes.namespace: Invalid value: \"kube-system\": must match"
                        + " metadata.namespace");
    }

    @Test
    void rules_of_oneself_are_told() {
        RbacPolicy everybody = new RbacPolicy(
                RULES.roles(),
                List.of(new Binding("default", "reader", false, List.of(new Subject("Group", User.MASTERS)))));
        ApiServerFixture other = new ApiServerFixture(1, config().withRbac(everybody));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("spec", Map.of("namespace", "default"));
        ApiResponse response = other.send(
                "m",
                new ApiRequest.Create(
                        new ResourceType(
                                AUTHORIZATION, "v1", "SelfSubjectRulesReview", "selfsubjectrulesreviews", false),
                        "",
                        "",
                        "",
                        new GenericObject(
                                AUTHORIZATION + "/v1",
                                "SelfSubjectRulesReview",
                                ObjectMeta.named(null, null),
                                fields)));

        assertThat(status(response))
                .isEqualTo(Map.of(
                        "resourceRules",
                        List.of(Map.of(
                                "verbs",
                                List.of("get", "list"),
                                "apiGroups",
                                List.of(""),
                                "resources",
                                List.of("pods"))),
                        "nonResourceRules",
                        List.of(),
                        "incomplete",
                        false));
    }

    @Test
    void tokens_and_oneself_are_reviewed() {
        assertThat(status(ask("m", AUTHENTICATION, "TokenReview", Map.of("token", "a"))))
                .isEqualTo(Map.of(
                        "authenticated",
                        true,
                        "user",
                        Map.of("username", "alice", "groups", List.of("staff", User.AUTHENTICATED))));
        assertThat(status(ask("m", AUTHENTICATION, "TokenReview", Map.of("token", "forged"))))
                .isEqualTo(Map.of("user", Map.of(), "error", "invalid bearer token"));
        assertThat(message(ask("m", AUTHENTICATION, "TokenReview", Map.of())))
                .isEqualTo("token is required for TokenReview in authentication");
        assertThat(status(ask("m", AUTHENTICATION, "SelfSubjectReview", Map.of())))
                .isEqualTo(Map.of(
                        "userInfo", Map.of("username", "root", "groups", List.of(User.MASTERS, User.AUTHENTICATED))));
    }

    @Test
    void a_token_that_was_asked_for_is_that_of_the_account() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("spec", new LinkedHashMap<>());
        ApiResponse made = server.send(
                "m",
                new ApiRequest.Create(
                        Resources.SERVICE_ACCOUNTS,
                        "default",
                        "default",
                        "token",
                        new GenericObject(
                                AUTHENTICATION + "/v1", "TokenRequest", ObjectMeta.named("default", null), fields)));
        String token = (String) ((Map<?, ?>) status(made)).get("token");

        assertThat(message(
                        server.send(token, new ApiRequest.List(Resources.PODS, "default", ApiRequest.Selection.ALL))))
                .contains("User \"system:serviceaccount:default:default\" cannot list resource \"pods\"");
    }

    @Test
    void nobody_grants_what_they_do_not_have() {
        assertThat(server.send("a", create("Role", "own", rules("get"))).code()).isEqualTo(201);
        ApiResponse refused = server.send("a", create("Role", "more", rules("get", "delete")));
        assertThat(refused.code()).isEqualTo(403);
        assertThat(message(refused))
                .isEqualTo("roles.rbac.authorization.k8s.io \"more\" is forbidden: user \"alice\" (groups=[\"staff\""
                        + " \"system:authenticated\"]) is attempting to grant RBAC permissions not currently held:\n"
                        + "{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"delete\"]}");
        assertThat(server.send("m", create("Role", "more", rules("get", "delete")))
                        .code())
                .isEqualTo(201);
        Map<String, Object> binding = new LinkedHashMap<>();
        binding.put("roleRef", Map.of("apiGroup", "rbac.authorization.k8s.io", "kind", "Role", "name", "more"));
        assertThat(message(server.send("a", create("RoleBinding", "more", binding))))
                .contains("is attempting to grant RBAC permissions not currently held");
    }

    private static Map<String, Object> rules(String... verbs) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(
                "rules",
                List.of(Map.of("apiGroups", List.of(""), "resources", List.of("pods"), "verbs", List.of(verbs))));
        return fields;
    }

    private static ApiRequest create(String kind, String name, Map<String, Object> fields) {
        ResourceType resource = SystemRoles.resources().stream()
                .filter(type -> type.kind().equals(kind))
                .findFirst()
                .orElseThrow();
        return ApiRequest.Create.of(
                resource,
                new GenericObject("rbac.authorization.k8s.io/v1", kind, ObjectMeta.named("default", name), fields));
    }
}
