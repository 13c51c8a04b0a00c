package dev.wavetank.sim.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.network.rule.Address;
import dev.wavetank.sim.network.rule.LinkLayer;
import dev.wavetank.sim.network.rule.LinkSelector;
import dev.wavetank.sim.network.rule.LinkSelector.Direction;
import dev.wavetank.sim.random.Ratio;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DisturbedCallTest {

    private static final Address<String, String> ECHO = new Address<>("server", "echo");
    private static final LinkSelector TO_SERVER = new LinkSelector("client", "server", Direction.FORWARD);
    private static final LinkSelector TO_CLIENT = new LinkSelector("server", "client", Direction.FORWARD);
    private static final Ratio ALWAYS = new Ratio(1, 1);
    private static final long TIMEOUT = 300;

    private final NetworkWorld world = new NetworkWorld();
    private final List<CallHandler.Responder<String>> unanswered = new ArrayList<>();

    @Test
    void a_request_does_not_cross_a_partition_of_its_direction() {
        echoServer();
        caller();
        world.network.put(LinkLayer.partition(TO_SERVER));

        world.run();

        assertThat(world.story).containsExactly("300 client: Lost[reason=TIMED_OUT]");
    }

    @Test
    void an_answer_does_not_cross_a_partition_of_its_direction() {
        echoServer();
        caller();
        world.network.put(LinkLayer.partition(TO_CLIENT));

        world.run();

        assertThat(world.story).containsExactly("10 server hears hello", "300 client: Lost[reason=TIMED_OUT]");
    }

    @Test
    void an_answer_can_be_lost() {
        echoServer();
        caller();
        world.network.put(new LinkLayer.Loss(TO_CLIENT, ALWAYS));

        world.run();

        assertThat(world.story).containsExactly("10 server hears hello", "300 client: Lost[reason=TIMED_OUT]");
    }

    @Test
    void a_duplicated_request_is_executed_twice_and_answered_once() {
        echoServer();
        caller();
        world.network.put(new LinkLayer.Duplication(TO_SERVER, ALWAYS));

        world.run();

        assertThat(world.story)
                .containsExactly("10 server hears hello", "10 server hears hello", "20 client: Answer[value=hello!]");
    }

    @Test
    void an_answer_is_not_duplicated() {
        echoServer();
        caller();
        LinkLayer duplication = new LinkLayer.Duplication(TO_CLIENT, ALWAYS);
        world.network.put(duplication);

        world.run();

        assertThat(world.story).containsExactly("10 server hears hello", "20 client: Answer[value=hello!]");
        assertThat(world.network.lift(duplication)).isZero();
    }

    @Test
    void both_executions_of_a_duplicated_request_die_with_the_server() {
        silentServer();
        caller();
        world.network.put(new LinkLayer.Duplication(TO_SERVER, ALWAYS));
        world.at(20, () -> {
            world.components.crash("server");
            world.components.restart("server");
            unanswered.forEach(responder -> responder.respond("zombie"));
        });

        world.run();

        assertThat(world.story)
                .containsExactly("10 server hears hello", "10 server hears hello", "30 client: Lost[reason=RESET]");
    }

    @Test
    void a_reset_finds_a_request_on_the_wire_which_is_never_executed() {
        echoServer();
        caller();
        world.at(5, () -> world.tell("hits " + world.network.reset(TO_SERVER)));

        world.run();

        assertThat(world.story).containsExactly("5 hits 1", "5 client: Lost[reason=RESET]");
        assertThat(world.simulation.now()).isEqualTo(10);
    }

    @Test
    void a_reset_finds_a_request_under_execution_whose_answer_is_dropped() {
        silentServer();
        caller();
        world.at(15, () -> world.tell("hits " + world.network.reset(TO_SERVER)));
        world.at(20, () -> unanswered.get(0).respond("for nobody"));

        world.run();

        assertThat(world.story).containsExactly("10 server hears hello", "15 hits 1", "15 client: Lost[reason=RESET]");
    }

    @Test
    void a_reset_finds_an_answer_on_the_wire() {
        echoServer();
        caller();
        world.at(15, () -> world.tell("hits " + world.network.reset(NetworkWorld.EVERY_LINK)));

        world.run();

        assertThat(world.story).containsExactly("10 server hears hello", "15 hits 1", "15 client: Lost[reason=RESET]");
    }

    @Test
    void a_reset_comes_before_an_answer_or_a_deadline_of_the_same_instant() {
        echoServer();
        caller();
        world.add(
                "late",
                endpoint -> endpoint.call(new Address<>("silent", "echo"), "hello", 20)
                        .whenDone(reply -> world.tell("late: " + reply)));
        world.add(
                "silent",
                endpoint -> endpoint.serve(new Address<>("silent", "echo"), (caller, hello, responder) -> {}));
        world.at(20, () -> world.tell("hits " + world.network.reset(NetworkWorld.EVERY_LINK)));

        world.run();

        assertThat(world.story)
                .containsExactlyInAnyOrder(
                        "10 server hears hello",
                        "20 hits 2",
                        "20 client: Lost[reason=RESET]",
                        "20 late: Lost[reason=RESET]");
    }

    @Test
    void a_reset_finds_every_copy_of_a_duplicated_request() {
        echoServer();
        caller();
        world.network.put(new LinkLayer.Duplication(TO_SERVER, ALWAYS));
        world.at(5, () -> world.tell("hits " + world.network.reset(TO_SERVER)));

        world.run();

        assertThat(world.story).containsExactly("5 hits 1", "5 client: Lost[reason=RESET]");
    }

    @Test
    void a_reset_hits_a_call_once() {
        echoServer();
        caller();
        world.at(5, () -> {
            world.tell("hits " + world.network.reset(TO_SERVER));
            world.tell("hits " + world.network.reset(TO_SERVER));
        });

        world.run();

        assertThat(world.story).containsExactly("5 hits 1", "5 hits 0", "5 client: Lost[reason=RESET]");
    }

    @Test
    void a_reset_leaves_other_connections_and_later_calls_alone() {
        echoServer();
        world.add("client", endpoint -> {
            endpoint.call(ECHO, "first", TIMEOUT).whenDone(reply -> world.tell("client: " + reply));
            endpoint.context()
                    .after(
                            6,
                            () -> endpoint.call(ECHO, "later", TIMEOUT)
                                    .whenDone(reply -> world.tell("client: " + reply)));
        });
        world.add(
                "other",
                endpoint -> endpoint.call(ECHO, "other", TIMEOUT).whenDone(reply -> world.tell("other: " + reply)));
        world.at(5, () -> {
            world.tell("hits " + world.network.reset(TO_CLIENT));
            world.tell("hits " + world.network.reset(TO_SERVER));
        });

        world.run();

        assertThat(world.story)
                .containsExactly(
                        "5 hits 0",
                        "5 hits 1",
                        "5 client: Lost[reason=RESET]",
                        "10 server hears other",
                        "16 server hears later",
                        "20 other: Answer[value=other!]",
                        "26 client: Answer[value=later!]");
    }

    @Test
    void a_reset_finds_nothing_of_answered_calls_and_dead_callers() {
        echoServer();
        caller();
        world.add("doomed", endpoint -> endpoint.call(ECHO, "doomed", TIMEOUT));
        world.at(5, () -> world.components.crash("doomed"));
        world.at(25, () -> world.tell("hits " + world.network.reset(NetworkWorld.EVERY_LINK)));

        world.run();

        assertThat(world.story).endsWith("25 hits 0");
    }

    @Test
    void a_caller_that_dies_with_the_reset_hears_nothing_in_its_next_life() {
        echoServer();
        world.add("client", endpoint -> {
            if (endpoint.context().incarnation() == 1) {
                endpoint.call(ECHO, "hello", TIMEOUT).whenDone(reply -> world.tell("client: " + reply));
            }
        });
        world.at(5, () -> {
            world.network.reset(TO_SERVER);
            world.components.crash("client");
            world.components.restart("client");
        });

        world.run();

        assertThat(world.story).isEmpty();
    }

    private void caller() {
        world.add(
                "client",
                endpoint -> endpoint.call(ECHO, "hello", TIMEOUT).whenDone(reply -> world.tell("client: " + reply)));
    }

    private void echoServer() {
        world.add(
                "server",
                endpoint -> endpoint.serve(ECHO, (caller, request, responder) -> {
                    world.tell("server hears " + request);
                    responder.respond(request + "!");
                }));
    }

    private void silentServer() {
        world.add(
                "server",
                endpoint -> endpoint.serve(ECHO, (caller, request, responder) -> {
                    world.tell("server hears " + request);
                    unanswered.add(responder);
                }));
    }
}
