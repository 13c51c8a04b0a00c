package dev.wavetank.sim.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.sim.network.rule.Address;
import dev.wavetank.sim.network.rule.LinkLayer;
import dev.wavetank.sim.random.Distribution;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallTest {

    private static final Address<String, String> ECHO = new Address<>("server", "echo");
    private static final long TIMEOUT = 300;

    private final NetworkWorld world = new NetworkWorld();
    private final List<CallHandler.Responder<String>> unanswered = new ArrayList<>();

    @Test
    void an_answer_takes_one_latency_each_way() {
        echoServer();
        caller();

        world.run();

        assertThat(world.story).containsExactly("10 server hears hello from client", "20 client: Answer[value=hello!]");
    }

    @Test
    void an_answered_call_leaves_nothing_pending() {
        echoServer();
        caller();

        world.run();

        assertThat(world.simulation.now()).isEqualTo(20);
    }

    @Test
    void a_call_is_refused_where_nobody_serves() {
        caller();

        world.run();

        assertThat(world.story).containsExactly("20 client: Lost[reason=REFUSED]");
    }

    @Test
    void a_call_is_refused_where_the_service_is_a_stream() {
        world.add("server", endpoint -> endpoint.serveStream(ECHO, (client, request, sender) -> world.tell("opened")));
        caller();

        world.run();

        assertThat(world.story).containsExactly("20 client: Lost[reason=REFUSED]");
    }

    @Test
    void a_call_is_reset_when_the_server_dies_before_it_answers() {
        silentServer();
        caller();
        world.at(50, () -> world.components.crash("server"));

        world.run();

        assertThat(world.story).containsExactly("10 server hears hello", "60 client: Lost[reason=RESET]");
    }

    @Test
    void a_crash_does_not_touch_calls_that_were_answered() {
        echoServer();
        caller();
        world.at(15, () -> world.components.crash("server"));

        world.run();

        assertThat(world.story).endsWith("20 client: Answer[value=hello!]").hasSize(2);
    }

    @Test
    void only_the_unanswered_of_many_calls_are_reset() {
        silentServer();
        world.add("client", endpoint -> {
            for (String request : List.of("a", "b", "c", "d")) {
                endpoint.call(ECHO, request, TIMEOUT).whenDone(reply -> world.tell(request + " " + reply));
            }
        });
        world.at(20, () -> unanswered.get(0).respond("A"));
        world.at(21, () -> unanswered.get(3).respond("D"));
        world.at(22, () -> unanswered.get(2).respond("C"));
        world.at(50, () -> world.components.crash("server"));

        world.run();

        assertThat(world.story)
                .endsWith(
                        "30 a Answer[value=A]",
                        "31 d Answer[value=D]",
                        "32 c Answer[value=C]",
                        "60 b Lost[reason=RESET]");
    }

    @Test
    void a_call_times_out_when_the_server_stays_silent() {
        silentServer();
        caller();
        world.at(400, () -> unanswered.get(0).respond("too late"));

        world.run();

        assertThat(world.story).containsExactly("10 server hears hello", "300 client: Lost[reason=TIMED_OUT]");
    }

    @Test
    void a_request_is_lost_in_a_partition() {
        echoServer();
        caller();
        world.network.put(LinkLayer.partition(NetworkWorld.EVERY_LINK));

        world.run();

        assertThat(world.story).containsExactly("300 client: Lost[reason=TIMED_OUT]");
    }

    @Test
    void a_request_may_be_executed_and_its_answer_lost() {
        echoServer();
        caller();
        world.partition(5, 50);

        world.run();

        assertThat(world.story)
                .containsExactly("10 server hears hello from client", "300 client: Lost[reason=TIMED_OUT]");
    }

    @Test
    void a_refusal_does_not_cross_a_partition() {
        caller();
        world.partition(5, 50);

        world.run();

        assertThat(world.story).containsExactly("300 client: Lost[reason=TIMED_OUT]");
    }

    @Test
    void a_request_on_the_wire_arrives_though_its_sender_has_died() {
        echoServer();
        caller();
        world.at(5, () -> world.components.crash("client"));

        world.run();

        assertThat(world.story).containsExactly("10 server hears hello from client");
    }

    @Test
    void a_new_incarnation_hears_nothing_of_the_calls_of_the_last() {
        echoServer();
        world.add("client", endpoint -> {
            if (endpoint.context().incarnation() == 1) {
                endpoint.call(ECHO, "hello", TIMEOUT).whenDone(reply -> world.tell("client: " + reply));
            }
        });
        world.at(12, () -> world.components.crash("client"));
        world.at(13, () -> world.components.restart("client"));

        world.run();

        assertThat(world.story).containsExactly("10 server hears hello from client");
    }

    @Test
    void a_restarted_server_serves_and_the_responder_of_its_last_life_is_dead() {
        silentServer();
        caller();
        world.at(20, () -> {
            world.components.crash("server");
            world.components.restart("server");
            unanswered.get(0).respond("zombie");
        });

        world.run();

        assertThat(world.story).containsExactly("10 server hears hello", "30 client: Lost[reason=RESET]");
    }

    @Test
    void an_ended_incarnation_neither_calls_nor_serves() {
        List<Endpoint> ended = new ArrayList<>();
        world.add("client", ended::add);
        world.add(
                "other",
                endpoint -> endpoint.context()
                        .after(
                                50,
                                () -> endpoint.call(new Address<String, String>("client", "echo"), "hello", TIMEOUT)
                                        .whenDone(reply -> world.tell("other: " + reply))));
        echoServer();
        world.at(10, () -> {
            world.components.crash("client");
            ended.get(0).call(ECHO, "zombie", TIMEOUT).whenDone(reply -> world.tell("client: " + reply));
            Endpoint again = world.network.connect(ended.get(0).context());
            again.serve(new Address<String, String>("client", "echo"), (caller, request, responder) -> {
                world.tell("zombie serves");
            });
        });

        world.run();

        assertThat(world.story).containsExactly("70 other: Lost[reason=REFUSED]");
    }

    @Test
    void a_call_to_oneself_dies_with_oneself() {
        world.add("server", endpoint -> {
            endpoint.serve(ECHO, (caller, request, responder) -> world.tell(caller + " hears " + request));
            endpoint.call(ECHO, "hello", TIMEOUT).whenDone(reply -> world.tell("reply: " + reply));
        });
        world.at(20, () -> world.components.crash("server"));

        world.run();

        assertThat(world.story).containsExactly("10 server hears hello");
        assertThat(world.simulation.now()).isEqualTo(20);
    }

    @Test
    void a_service_without_a_network_has_a_latency_of_its_own() {
        world.network.setLatencyTo("server", new Distribution.Constant(1));
        echoServer();
        caller();

        world.run();

        assertThat(world.story).containsExactly("1 server hears hello from client", "2 client: Answer[value=hello!]");
    }

    @Test
    void nobody_serves_in_anothers_name() {
        world.add("impostor", endpoint -> endpoint.serve(ECHO, (caller, request, responder) -> {}));

        assertThatThrownBy(() -> world.components.startAll())
                .hasMessage("impostor cannot serve Address[component=server, service=echo]");
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
                    world.tell("server hears " + request + " from " + caller);
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
