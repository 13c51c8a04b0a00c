package dev.wavetank.model.apiserver.authz;

import static dev.wavetank.model.apiserver.authz.Questions.answer;
import static dev.wavetank.model.apiserver.authz.Questions.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.rbac.Escalation;
import dev.wavetank.model.apiserver.authz.rbac.RbacAuthorizer;
import dev.wavetank.model.apiserver.authz.rbac.RbacIndex;
import dev.wavetank.model.apiserver.authz.rbac.SystemRoles;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Nobody may grant more than they have. The form of the texts is that of the real server. */
class EscalationTest {

    private static final String GROUP = "rbac.authorization.k8s.io";
    private static final ResourceType ROLES = SystemRoles.resources().get(1);
    private static final ResourceType BINDINGS = SystemRoles.resources().get(3);

    private final RbacIndex index = new RbacIndex();
    private final Escalation escalation = new Escalation(new RbacAuthorizer(index), index);
    private final User alice = user("alice", "devs", User.AUTHENTICATED);

    EscalationTest() {
        SystemRoles.objects().forEach(index::observe);
        index.observe(binding("ClusterRole", "edit"));
    }

    private static Map<String, Object> rule(String group, String resource, String... verbs) {
        Map<String, Object> rule = new LinkedHashMap<>();
        rule.put("apiGroups", List.of(group));
        rule.put("resources", List.of(resource.split(",")));
        rule.put("verbs", List.of(verbs));
        return rule;
    }

    private static KubernetesObject role(Map<?, ?>... rules) {
        return new GenericObject(GROUP + "/v1", "Role", ObjectMeta.named("team", "r"), Map.of("rules", List.of(rules)));
    }

    private static KubernetesObject binding(String kind, String role) {
        return new GenericObject(
                GROUP + "/v1",
                "RoleBinding",
                ObjectMeta.named("team", "b-" + role),
                Map.of(
                        "roleRef", Map.of("kind", kind, "name", role),
                        "subjects", List.of(Map.of("kind", "User", "name", "alice"))));
    }

    private String refusal(KubernetesObject written, KubernetesObject before) {
        ResourceType resource = written.kind().equals("Role") ? ROLES : BINDINGS;
        return answer(escalation.refusal(alice, resource, written, before))
                .map(Status::message)
                .orElse("");
    }

    @Test
    void what_is_held_may_be_granted_and_the_rest_is_listed() {
        assertThat(refusal(role(rule("", "pods", "get", "create")), null)).isEmpty();
        assertThat(refusal(role(rule("apps", "deployments/scale", "patch")), null))
                .isEmpty();
        assertThat(refusal(role(rule("", "pods,nodes", "get", "escape"), rule("", "nodes", "list")), null))
                .isEqualTo("roles.rbac.authorization.k8s.io \"r\" is forbidden: user \"alice\" (groups=[\"devs\""
                        + " \"system:authenticated\"]) is attempting to grant RBAC permissions not currently held:\n"
                        + "{APIGroups:[\"\"], Resources:[\"nodes\"], Verbs:[\"get\" \"escape\" \"list\"]}\n"
                        + "{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"escape\"]}");
    }

    @Test
    void a_name_or_a_wildcard_is_not_what_is_held() {
        Map<String, Object> named = rule("", "nodes", "get");
        named.put("resourceNames", List.of("n1"));
        assertThat(refusal(role(named), null))
                .endsWith("held:\n{APIGroups:[\"\"], Resources:[\"nodes\"], ResourceNames:[\"n1\"],"
                        + " Verbs:[\"get\"]}");
        assertThat(refusal(role(rule("", "pods", "*")), null)).endsWith("Verbs:[\"*\"]}");
        assertThat(refusal(role(rule("*", "*", "*")), null))
                .endsWith("held:\n{APIGroups:[\"*\"], Resources:[\"*\"], Verbs:[\"*\"]}");
    }

    @Test
    void a_role_whose_rules_stay_may_be_written() {
        KubernetesObject mighty = role(rule("*", "*", "*"));
        assertThat(refusal(mighty.withMetadata(mighty.metadata().withLabels(Map.of("a", "b"))), mighty))
                .isEmpty();
        assertThat(refusal(mighty, role())).isNotEmpty();
    }

    @Test
    void a_binding_needs_the_rights_of_its_role_or_the_verb_bind() {
        assertThat(refusal(binding("ClusterRole", "view"), null)).isEmpty();
        assertThat(refusal(binding("ClusterRole", "cluster-admin"), null))
                .isEqualTo("rolebindings.rbac.authorization.k8s.io \"b-cluster-admin\" is forbidden: user \"alice\""
                        + " (groups=[\"devs\" \"system:authenticated\"]) is attempting to grant RBAC permissions not"
                        + " currently held:\n{APIGroups:[\"*\"], Resources:[\"*\"], Verbs:[\"*\"]}\n"
                        + "{NonResourceURLs:[\"*\"], Verbs:[\"*\"]}");
        assertThat(refusal(binding("ClusterRole", "ghost"), null))
                .isEqualTo("clusterroles.rbac.authorization.k8s.io \"ghost\" not found");
        Map<String, Object> bind = rule(GROUP, "clusterroles", "bind");
        bind.put("resourceNames", List.of("cluster-admin", "ghost"));
        index.observe(role(bind));
        index.observe(binding("Role", "r"));
        assertThat(refusal(binding("ClusterRole", "cluster-admin"), null)).isEmpty();
        assertThat(refusal(binding("ClusterRole", "ghost"), null)).isEmpty();
        assertThat(refusal(binding("ClusterRole", "system:node"), null)).isNotEmpty();
    }

    @Test
    void those_who_may_escalate_may_grant_everything() {
        KubernetesObject mighty = role(rule("*", "*", "*"));
        assertThat(refusal(mighty, null)).isNotEmpty();
        assertThat(answer(escalation.refusal(User.master("root"), ROLES, mighty, null)))
                .isEmpty();
        index.observe(role(rule(GROUP, "roles", "escalate")));
        index.observe(binding("Role", "r"));
        assertThat(refusal(mighty, null)).isEmpty();
    }
}
