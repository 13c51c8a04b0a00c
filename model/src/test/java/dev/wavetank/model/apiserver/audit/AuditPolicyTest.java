package dev.wavetank.model.apiserver.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.yaml.YamlReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which rule of an audit policy decides. */
class AuditPolicyTest {

    private static final String POLICY = """
            apiVersion: audit.k8s.io/v1
            kind: Policy
            omitStages: [RequestReceived]
            rules:
            - {level: None, users: [noise]}
            - {level: None, nonResourceURLs: [/healthz*, /version]}
            - {level: Request, userGroups: [staff], verbs: [patch]}
            - level: Metadata
              namespaces: [kube-system]
              resources:
              - {group: "", resources: [secrets, "pods/*", "*/scale"], resourceNames: []}
            - {level: RequestResponse, resources: [{group: apps, resources: [deployments], resourceNames: [web]}]}
            - {level: Metadata, resources: [{group: batch}], omitStages: [ResponseComplete]}
            """;

    private static final AuditPolicy RULES = read(POLICY);

    private static AuditPolicy read(String yaml) {
        return AuditPolicy.of(YamlReader.read("policy", yaml).get(0).root());
    }

    private static String level(User user, String verb, Attributes.Target target) {
        AuditRule rule = RULES.ruleFor(new Attributes(user, verb, target));
        return rule == null ? "None" : rule.level().toString();
    }

    private static String level(String group, String plural, String subresource, String namespace, String name) {
        Map<String, String> none = new LinkedHashMap<>();
        return level(
                new User("alice", List.of()),
                "get",
                new Attributes.Resource(group, "v1", plural, subresource, namespace, name, none));
    }

    @Test
    void the_first_rule_that_covers_a_request_decides() {
        User staff = new User("bob", List.of("staff"));
        User noise = new User("noise", List.of("staff"));
        assertThat(level(noise, "patch", new Attributes.Path("/x"))).isEqualTo("None");
        assertThat(level(staff, "patch", new Attributes.Path("/x"))).isEqualTo("Request");
        assertThat(level(staff, "patch", new Attributes.Path("/healthz/etcd"))).isEqualTo("None");
        assertThat(level(staff, "get", new Attributes.Path("/x"))).isEqualTo("None");
    }

    @Test
    void resources_are_told_by_group_subresource_namespace_and_name() {
        assertThat(level("", "secrets", "", "kube-system", "a")).isEqualTo("Metadata");
        assertThat(level("", "secrets", "", "default", "a")).isEqualTo("None");
        assertThat(level("", "pods", "status", "kube-system", "a")).isEqualTo("Metadata");
        assertThat(level("", "replicationcontrollers", "scale", "kube-system", "a"))
                .isEqualTo("Metadata");
        assertThat(level("", "replicationcontrollers", "", "kube-system", "a")).isEqualTo("None");
        assertThat(level("apps", "deployments", "", "default", "web")).isEqualTo("RequestResponse");
        assertThat(level("apps", "deployments", "", "default", "other")).isEqualTo("None");
        assertThat(level("batch", "jobs", "status", "default", "any")).isEqualTo("Metadata");
    }

    @Test
    void stages_are_left_out_by_policy_and_rule_together() {
        AuditRule rule = RULES.ruleFor(new Attributes(
                new User("alice", List.of()),
                "get",
                new Attributes.Resource("batch", "v1", "jobs", "", "", "", new LinkedHashMap<>())));
        assertThat(rule.omitStages()).containsExactly(AuditStage.REQUEST_RECEIVED, AuditStage.RESPONSE_COMPLETE);
    }

    @Test
    void a_rule_says_otherwise_than_its_policy_whether_managed_fields_are_written() {
        AuditPolicy policy = read("apiVersion: audit.k8s.io/v1\nkind: Policy\nomitManagedFields: true\nrules:\n"
                + "- {level: Request, verbs: [get], omitManagedFields: false}\n- {level: Request}\n");
        User alice = new User("alice", List.of());
        Attributes.Path path = new Attributes.Path("/x");
        assertThat(policy.ruleFor(new Attributes(alice, "get", path)).omitManagedFields())
                .isFalse();
        assertThat(policy.ruleFor(new Attributes(alice, "put", path)).omitManagedFields())
                .isTrue();
    }

    @Test
    void mistakes_are_told() {
        String head = "apiVersion: audit.k8s.io/v1\nkind: Policy\n";
        assertThatThrownBy(() -> read("kind: Pod\n")).hasMessageContaining("kind: Policy");
        assertThatThrownBy(() -> read(head)).hasMessageContaining("without rules");
        assertThatThrownBy(() -> read(head + "rules:\n- {level: None, verb: [get]}\n"))
                .hasMessageContaining("rules[0].verb: no such field");
        assertThatThrownBy(() -> read(head + "rules:\n- {level: None, omitStages: [Soon]}\n"))
                .hasMessageContaining("rules[0].omitStages: there is no stage 'Soon'");
        assertThatThrownBy(() -> read(head + "rules:\n- {level: None, namespaces: [a], nonResourceURLs: [/x]}\n"))
                .hasMessageContaining("cannot be about resources and other paths at once");
        assertThatThrownBy(() -> read(head + "omitManagedFields: 1\nrules:\n- {level: None}\n"))
                .hasMessage("omitManagedFields must be true or false, was 1");
    }
}
