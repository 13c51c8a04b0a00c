package dev.wavetank.model.apiserver.authz;

import static dev.wavetank.model.apiserver.authz.Questions.allows;
import static dev.wavetank.model.apiserver.authz.Questions.answer;
import static dev.wavetank.model.apiserver.authz.Questions.may;
import static dev.wavetank.model.apiserver.authz.Questions.reason;
import static dev.wavetank.model.apiserver.authz.Questions.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ImpersonationConfig;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.Attributes.Resource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Several authorizers together, and users who act as others. */
class AuthorizerUnionTest {

    private static final User ALICE = user("alice", User.AUTHENTICATED);
    private static final Attributes QUESTION = may(ALICE, "get", "/pods", "team/x");

    private final List<String> asked = new ArrayList<>();

    private Authorizer says(String name, Decision decision) {
        return attributes -> {
            asked.add(name);
            return decision.now();
        };
    }

    @Test
    void the_first_opinion_decides() {
        Decision denied = new Decision(Decision.Kind.DENY, "never");
        Authorizer union = new AuthorizerUnion(
                List.of(says("a", Decision.noOpinion("why not")), says("b", denied), says("c", Decision.ALLOW)));
        assertThat(answer(union.authorize(QUESTION))).isEqualTo(denied);
        assertThat(asked).containsExactly("a", "b");
    }

    @Test
    void without_an_opinion_all_reasons_are_told() {
        Authorizer union = new AuthorizerUnion(
                List.of(Authorizer.PRIVILEGED, says("a", Decision.noOpinion("this")), Authorizer.ALWAYS_DENY));
        assertThat(reason(union, QUESTION)).isEqualTo("this\nEverything is forbidden.");
        assertThat(allows(union, may(User.master("root"), "get", "/pods", "team/x")))
                .isTrue();
        assertThat(allows(Authorizer.ALWAYS_ALLOW, QUESTION)).isTrue();
    }

    private static Impersonation.Result act(User requester, ImpersonationConfig wish) {
        Authorizer authorizer = attributes -> {
            Resource asked = (Resource) attributes.target();
            boolean permitted = asked.is("", "users") && asked.name().equals("bob")
                    || asked.is("", "groups") && asked.name().equals("devs")
                    || asked.is("", "serviceaccounts") && asked.namespace().equals("team");
            return (permitted && attributes.verb().equals("impersonate") ? Decision.ALLOW : Decision.NO_OPINION).now();
        };
        return answer(new Impersonation(authorizer, true).apply(requester, wish));
    }

    @Test
    void a_user_acts_as_those_for_whom_it_has_the_right() {
        assertThat(act(ALICE, ImpersonationConfig.NONE).user()).isEqualTo(ALICE);
        assertThat(act(ALICE, new ImpersonationConfig("bob", "", List.of("devs")))
                        .user())
                .isEqualTo(new User("bob", List.of("devs", "system:authenticated")));
        assertThat(act(ALICE, new ImpersonationConfig("system:serviceaccount:team:robot", "", List.of()))
                        .user()
                        .groups())
                .containsExactly("system:serviceaccounts", "system:serviceaccounts:team", "system:authenticated");
    }

    @Test
    void a_user_without_the_right_is_refused_for_the_first_thing_it_lacks() {
        assertThat(act(ALICE, new ImpersonationConfig("carol", "", List.of()))
                        .refusal()
                        .message())
                .isEqualTo("users \"carol\" is forbidden: User \"alice\" cannot impersonate resource \"users\" in API"
                        + " group \"\" at the cluster scope");
        assertThat(act(ALICE, new ImpersonationConfig("bob", "", List.of("devs", "system:masters")))
                        .refusal()
                        .message())
                .isEqualTo("groups \"system:masters\" is forbidden: User \"alice\" cannot impersonate resource"
                        + " \"groups\" in API group \"\" at the cluster scope");
        assertThat(act(ALICE, new ImpersonationConfig("system:serviceaccount:kube-system:robot", "", List.of()))
                        .refusal()
                        .message())
                .isEqualTo("serviceaccounts \"robot\" is forbidden: User \"alice\" cannot impersonate resource"
                        + " \"serviceaccounts\" in API group \"\" in the namespace \"kube-system\"");
        assertThat(new ImpersonationConfig("", "", List.of("devs")).mistake())
                .contains("requested [{Group  devs    }] without impersonating a user");
    }
}
