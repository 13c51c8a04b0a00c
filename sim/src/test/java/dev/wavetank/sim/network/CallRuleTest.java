package dev.wavetank.sim.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.sim.network.rule.Address;
import dev.wavetank.sim.network.rule.CallRule;
import dev.wavetank.sim.network.rule.CallRule.Outcome;
import dev.wavetank.sim.network.rule.CallSelector;
import dev.wavetank.sim.network.rule.LinkLayer;
import dev.wavetank.sim.network.rule.Operation;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallRuleTest {

    private static final Address<Asked, String> API = new Address<>("server", "api");
    private static final Address<String, String> ECHO = new Address<>("server", "echo");
    private static final CallSelector CREATES = new CallSelector("controller", "server", "create", "pods/*");

    private final NetworkWorld world = new NetworkWorld();

    /** A request that a fault can aim at. */
    private record Asked(String actor, String verb, String subject) implements Operation {}

    @Test
    void a_refused_call_is_not_executed_and_the_caller_hears_after_a_round_trip() {
        world.network.put(new CallRule(CREATES, Outcome.REFUSED, 1, 1));
        run(create("a"));

        assertThat(world.story).containsExactly("20 a: Lost[reason=REFUSED]");
    }

    @Test
    void a_throttled_call_is_not_executed_and_the_caller_hears_after_a_round_trip() {
        world.network.put(new CallRule(CREATES, Outcome.THROTTLED, 1, 1));
        run(create("a"));

        assertThat(world.story).containsExactly("20 a: Lost[reason=THROTTLED]");
    }

    @Test
    void a_timed_out_call_is_not_executed_and_the_caller_waits_for_its_deadline() {
        world.network.put(new CallRule(CREATES, Outcome.TIMED_OUT, 1, 1));
        run(create("a"));

        assertThat(world.story).containsExactly("300 a: Lost[reason=TIMED_OUT]");
    }

    @Test
    void a_lost_answer_follows_an_execution() {
        world.network.put(new CallRule(CREATES, Outcome.ANSWER_LOST, 1, 1));
        run(create("a"));

        assertThat(world.story).containsExactly("10 server creates a", "300 a: Lost[reason=TIMED_OUT]");
    }

    @Test
    void hits_the_calls_of_the_given_numbers_only() {
        CallRule rule = new CallRule(CREATES, Outcome.REFUSED, 2, 2);
        world.network.put(rule);
        run(create("a"), create("b"), new Asked("controller", "delete", "pods/x"), create("c"), create("d"));

        assertThat(world.story)
                .contains(
                        "20 a: Answer[value=done]",
                        "20 b: Lost[reason=REFUSED]",
                        "20 x: Answer[value=done]",
                        "20 c: Lost[reason=REFUSED]",
                        "20 d: Answer[value=done]");
        assertThat(world.network.lift(rule)).isEqualTo(2);
    }

    @Test
    void counts_from_when_it_was_put_until_it_is_lifted() {
        CallRule rule = new CallRule(CREATES, Outcome.REFUSED, 2, 5);
        callEvery(10, List.of(create("a"), create("b"), create("c"), create("d")));
        world.at(5, () -> world.network.put(rule));
        world.at(25, () -> world.tell("hits " + world.network.lift(rule)));

        world.run();

        assertThat(world.story)
                .contains(
                        "20 a: Answer[value=done]",
                        "30 b: Answer[value=done]",
                        "40 c: Lost[reason=REFUSED]",
                        "25 hits 1",
                        "50 d: Answer[value=done]");
    }

    @Test
    void is_found_by_the_actor_or_the_component_and_by_verb_and_subject() {
        Asked asked = new Asked("replicaset-controller", "create", "pods/default/web");

        assertThat(new CallSelector("replicaset-controller", "server", "create", "pods/*").matches("kcm", API, asked))
                .isTrue();
        assertThat(new CallSelector("kcm", "*", "*", "*").matches("kcm", API, asked))
                .isTrue();
        assertThat(new CallSelector("other", "*", "*", "*").matches("kcm", API, asked))
                .isFalse();
        assertThat(new CallSelector("*", "etcd", "*", "*").matches("kcm", API, asked))
                .isFalse();
        assertThat(new CallSelector("*", "*", "delete", "*").matches("kcm", API, asked))
                .isFalse();
        assertThat(new CallSelector("*", "*", "*", "nodes/*").matches("kcm", API, asked))
                .isFalse();
    }

    @Test
    void a_request_that_says_nothing_is_known_by_its_service() {
        assertThat(new CallSelector("kcm", "server", "echo", "*").matches("kcm", ECHO, "hello"))
                .isTrue();
        assertThat(new CallSelector("kcm", "server", "hello", "*").matches("kcm", ECHO, "hello"))
                .isFalse();
        assertThat(new CallSelector("kcm", "server", "echo", "hello").matches("kcm", ECHO, "hello"))
                .isFalse();
    }

    @Test
    void rules_compose_along_the_way_of_the_call_in_whatever_order_they_were_put() {
        assertThat(outcomeOf(Outcome.THROTTLED, Outcome.REFUSED)).containsExactly("20 a: Lost[reason=REFUSED]");
        assertThat(outcomeOf(Outcome.REFUSED, Outcome.THROTTLED)).containsExactly("20 a: Lost[reason=REFUSED]");
        assertThat(outcomeOf(Outcome.REFUSED, Outcome.TIMED_OUT)).containsExactly("300 a: Lost[reason=TIMED_OUT]");
        assertThat(outcomeOf(Outcome.TIMED_OUT, Outcome.ANSWER_LOST)).containsExactly("300 a: Lost[reason=TIMED_OUT]");
        assertThat(outcomeOf(Outcome.ANSWER_LOST, Outcome.THROTTLED)).containsExactly("300 a: Lost[reason=TIMED_OUT]");
    }

    @Test
    void a_partition_wins_over_a_refusal() {
        world.network.put(new CallRule(CREATES, Outcome.REFUSED, 1, 1));
        world.network.put(LinkLayer.partition(NetworkWorld.EVERY_LINK));
        run(create("a"));

        assertThat(world.story).containsExactly("300 a: Lost[reason=TIMED_OUT]");
    }

    @Test
    void equal_rules_count_for_themselves() {
        CallRule rule = new CallRule(CREATES, Outcome.REFUSED, 1, 1);
        world.network.put(rule);
        callEvery(10, List.of(create("a"), create("b"), create("c")));
        world.at(5, () -> world.network.put(rule));

        world.run();

        assertThat(world.story)
                .containsSubsequence(
                        "20 a: Lost[reason=REFUSED]", "30 b: Lost[reason=REFUSED]", "40 c: Answer[value=done]");
        assertThat(world.network.lift(rule) + world.network.lift(rule)).isEqualTo(2);
    }

    @Test
    void an_ended_incarnation_is_not_counted() {
        CallRule rule = new CallRule(CREATES, Outcome.REFUSED, 1, 1);
        world.network.put(rule);
        world.add(
                "controller",
                endpoint -> world.at(10, () -> {
                    world.components.crash("controller");
                    endpoint.call(API, create("zombie"), 300);
                }));

        world.run();

        assertThat(world.network.lift(rule)).isZero();
    }

    @Test
    void refuses_numbers_below_one_and_rules_that_are_not_in_force() {
        assertThatThrownBy(() -> new CallRule(CREATES, Outcome.REFUSED, 0, 1))
                .hasMessage("first and count must be at least 1, were 0 and 1");
        assertThatThrownBy(() -> new CallRule(CREATES, Outcome.REFUSED, 1, 0))
                .hasMessage("first and count must be at least 1, were 1 and 0");
        assertThatThrownBy(() -> world.network.lift(new CallRule(CREATES, Outcome.REFUSED, 1, 1)))
                .hasMessageStartingWith("no such rule is in force: CallRule[");
    }

    private static List<String> outcomeOf(Outcome one, Outcome other) {
        CallRuleTest test = new CallRuleTest();
        test.world.network.put(new CallRule(CREATES, one, 1, 1));
        test.world.network.put(new CallRule(CREATES, other, 1, 1));
        test.run(create("a"));
        return test.world.story;
    }

    private static Asked create(String name) {
        return new Asked("controller", "create", "pods/" + name);
    }

    private void run(Asked... requests) {
        callEvery(0, List.of(requests));
        world.run();
    }

    /** A caller that sends a request each so many nanoseconds, the first one at once. */
    private void callEvery(long interval, List<Asked> requests) {
        world.add(
                "server",
                endpoint -> endpoint.serve(API, (caller, asked, responder) -> {
                    world.tell("server " + asked.verb() + "s " + nameOf(asked));
                    responder.respond("done");
                }));
        world.add("manager", endpoint -> {
            for (int i = 0; i < requests.size(); i++) {
                Asked asked = requests.get(i);
                endpoint.context()
                        .after(
                                interval * i,
                                () -> endpoint.call(API, asked, 300)
                                        .whenDone(reply -> world.tell(nameOf(asked) + ": " + reply)));
            }
        });
    }

    private static String nameOf(Asked asked) {
        return asked.subject().substring("pods/".length());
    }
}
