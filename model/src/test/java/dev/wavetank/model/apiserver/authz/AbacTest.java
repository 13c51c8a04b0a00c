package dev.wavetank.model.apiserver.authz;

import static dev.wavetank.model.apiserver.authz.Questions.allows;
import static dev.wavetank.model.apiserver.authz.Questions.may;
import static dev.wavetank.model.apiserver.authz.Questions.reason;
import static dev.wavetank.model.apiserver.authz.Questions.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.abac.AbacAuthorizer;
import org.junit.jupiter.api.Test;

/** Policy files of attribute-based access control, in both forms. */
class AbacTest {

    private static final User ALICE = user("alice", User.AUTHENTICATED);
    private static final User BOB = user("bob", "devs", User.AUTHENTICATED);

    private static AbacAuthorizer file(String... specs) {
        StringBuilder text = new StringBuilder("# policies\n\n");
        for (String spec : specs) {
            text.append("{\"apiVersion\":\"abac.authorization.kubernetes.io/v1beta1\",\"kind\":\"Policy\",\"spec\":{")
                    .append(spec.replace('\'', '"'))
                    .append("}}\n");
        }
        return AbacAuthorizer.parse("policy.jsonl", text.toString());
    }

    @Test
    void a_policy_permits_its_user_what_it_names() {
        AbacAuthorizer abac = file("'user':'alice','namespace':'team','resource':'pods','apiGroup':''");
        assertThat(allows(abac, may(ALICE, "delete", "/pods", "team/x"))).isTrue();
        assertThat(allows(abac, may(ALICE, "create", "/pods/exec", "team/x"))).isTrue();
        assertThat(allows(abac, may(ALICE, "get", "/pods", "other/x"))).isFalse();
        assertThat(allows(abac, may(ALICE, "get", "/secrets", "team/x"))).isFalse();
        assertThat(allows(abac, may(ALICE, "get", "/version"))).isFalse();
        assertThat(reason(abac, may(BOB, "get", "/pods", "team/x"))).isEqualTo("No policy matched.");
    }

    @Test
    void a_readonly_policy_permits_reads_and_stars_stand_for_all() {
        AbacAuthorizer abac = file("'group':'devs','readonly':true,'namespace':'*','resource':'*','apiGroup':'*'");
        assertThat(allows(abac, may(BOB, "watch", "apps/deployments", "any/"))).isTrue();
        assertThat(allows(abac, may(BOB, "update", "apps/deployments", "any/x")))
                .isFalse();
        assertThat(allows(abac, may(ALICE, "watch", "apps/deployments", "any/")))
                .isFalse();
    }

    @Test
    void paths_end_in_a_star_and_everybody_means_everybody_who_is_known() {
        AbacAuthorizer abac = file("'user':'*','nonResourcePath':'/healthz*'", "'user':'alice','nonResourcePath':'/x'");
        assertThat(allows(abac, may(BOB, "get", "/healthz/ping"))).isTrue();
        assertThat(allows(abac, may(BOB, "get", "/health"))).isFalse();
        assertThat(allows(abac, may(User.ANONYMOUS, "get", "/healthz"))).isFalse();
        assertThat(allows(abac, may(ALICE, "post", "/x"))).isTrue();
        assertThat(allows(abac, may(ALICE, "get", "/x/y"))).isFalse();
    }

    @Test
    void user_and_group_must_both_match_and_a_policy_for_nobody_permits_nothing() {
        AbacAuthorizer both = file("'user':'bob','group':'ops','namespace':'*','resource':'*','apiGroup':'*'");
        assertThat(allows(both, may(BOB, "get", "/pods", "a/x"))).isFalse();
        AbacAuthorizer nobody = file("'namespace':'*','resource':'*','apiGroup':'*'");
        assertThat(allows(nobody, may(BOB, "get", "/pods", "a/x"))).isFalse();
    }

    @Test
    void the_first_form_takes_what_is_left_out_for_everything() {
        AbacAuthorizer abac = AbacAuthorizer.parse(
                "policy.jsonl", "{\"user\":\"alice\"}\n{\"namespace\":\"team\",\"readonly\":true}\n");
        assertThat(allows(abac, may(ALICE, "delete", "apps/deployments", "a/x")))
                .isTrue();
        assertThat(allows(abac, may(ALICE, "get", "/metrics"))).isTrue();
        assertThat(allows(abac, may(BOB, "get", "/pods", "team/x"))).isTrue();
        assertThat(allows(abac, may(BOB, "delete", "/pods", "team/x"))).isFalse();
        assertThat(allows(abac, may(BOB, "get", "/metrics"))).isFalse();
        assertThat(allows(abac, may(User.ANONYMOUS, "get", "/pods", "team/x"))).isFalse();
    }

    @Test
    void a_broken_line_is_told_with_its_number() {
        assertThatThrownBy(() -> AbacAuthorizer.parse("policy.jsonl", "\n{\"kind\":\"Role\"}\n"))
                .hasMessageStartingWith("error reading policy file policy.jsonl, line 2: {\"kind\":\"Role\"}: a policy"
                        + " has the apiVersion abac.authorization.kubernetes.io/v1beta1");
        assertThatThrownBy(() -> AbacAuthorizer.parse("policy.jsonl", "user=alice"))
                .hasMessageStartingWith(
                        "error reading policy file policy.jsonl, line 1: user=alice: not a JSON object");
    }
}
