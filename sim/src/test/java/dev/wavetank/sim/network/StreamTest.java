package dev.wavetank.sim.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.network.rule.Address;
import dev.wavetank.sim.network.rule.LinkLayer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StreamTest {

    private static final Address<String, String> WATCH = new Address<>("server", "watch");

    private final NetworkWorld world = new NetworkWorld();
    private StreamSender<String> sender;
    private Subscription subscription;

    /** Tells what it receives, in the name of the client. */
    private final StreamReceiver<String> receiver = new StreamReceiver<>() {
        @Override
        public void receive(String message) {
            world.tell("client: " + message);
        }

        @Override
        public void closed(Disconnect reason) {
            world.tell("client: " + reason);
        }
    };

    @Test
    void messages_arrive_in_order_and_then_the_end() {
        server();
        client();
        world.at(20, () -> {
            sender.send("a");
            sender.send("b");
            sender.close();
            sender.send("ignored");
            sender.close();
        });

        world.run();

        assertThat(world.story)
                .containsExactly("10 server: client wants all", "30 client: a", "30 client: b", "30 client: CLOSED");
        assertThat(sender.isOpen()).isFalse();
    }

    @Test
    void an_idle_stream_leaves_nothing_pending() {
        server();
        client();

        world.run();

        assertThat(world.simulation.now()).isEqualTo(10);
        assertThat(sender.isOpen()).isTrue();
    }

    @Test
    void is_refused_where_nobody_serves() {
        client();

        world.run();

        assertThat(world.story).containsExactly("20 client: REFUSED");
        assertThat(world.simulation.now()).isEqualTo(20);
    }

    @Test
    void cannot_be_opened_through_a_partition() {
        server();
        client();
        world.network.put(LinkLayer.partition(NetworkWorld.EVERY_LINK));

        world.run();

        assertThat(world.story).containsExactly("500 client: TIMED_OUT");
    }

    @Test
    void a_refusal_does_not_cross_a_partition() {
        client();
        world.partition(5, 100);

        world.run();

        assertThat(world.story).containsExactly("500 client: TIMED_OUT");
    }

    @Test
    void is_held_during_a_short_partition() {
        server();
        client();
        world.partition(25, 200);
        world.at(20, () -> sender.send("before"));
        world.at(50, () -> sender.send("during"));
        world.at(60, () -> sender.send("during too"));
        world.at(200, () -> sender.send("after"));

        world.run();

        assertThat(world.story)
                .containsExactly(
                        "10 server: client wants all",
                        "30 client: before",
                        "210 client: during",
                        "210 client: during too",
                        "210 client: after");
        assertThat(sender.isOpen()).isTrue();
    }

    @Test
    void breaks_at_both_ends_after_the_keep_alive() {
        server();
        client();
        world.partition(25, 5_000);
        world.at(50, () -> sender.send("lost"));

        world.run();

        assertThat(world.story)
                .containsExactly("10 server: client wants all", "1025 server: lost", "1025 client: TIMED_OUT");
        assertThat(sender.isOpen()).isFalse();
    }

    @Test
    void overlapping_partitions_count_as_one_long_one() {
        server();
        client();
        world.partition(20, 700);
        world.partition(600, 1_500);

        world.run();

        assertThat(world.story).contains("1020 client: TIMED_OUT");
    }

    @Test
    void two_short_partitions_break_nothing() {
        server();
        client();
        world.partition(20, 700);
        world.partition(800, 1_500);

        world.run();

        assertThat(world.story).containsExactly("10 server: client wants all");
    }

    @Test
    void delivers_what_was_in_flight_before_the_reset() {
        server();
        client();
        world.at(20, () -> {
            sender.send("a");
            world.components.crash("server");
            sender.send("ignored");
        });

        world.run();

        assertThat(world.story).containsExactly("10 server: client wants all", "30 client: a", "30 client: RESET");
    }

    @Test
    void a_server_that_dies_in_a_short_partition_resets_the_stream_afterwards() {
        server();
        client();
        world.partition(20, 200);
        world.at(30, () -> sender.send("dies with the server"));
        world.at(40, () -> world.components.crash("server"));

        world.run();

        assertThat(world.story).containsExactly("10 server: client wants all", "210 client: RESET");
    }

    @Test
    void a_server_that_dies_in_a_long_partition_is_given_up() {
        server();
        client();
        world.partition(20, 2_000);
        world.at(40, () -> world.components.crash("server"));

        world.run();

        assertThat(world.story).containsExactly("10 server: client wants all", "1020 client: TIMED_OUT");
    }

    @Test
    void a_close_in_a_short_partition_arrives_after_what_was_held() {
        server();
        client();
        world.partition(20, 200);
        world.at(30, () -> {
            sender.send("held");
            sender.close();
        });
        world.at(40, () -> world.components.crash("server"));

        world.run();

        assertThat(world.story)
                .containsExactly("10 server: client wants all", "210 client: held", "210 client: CLOSED");
    }

    @Test
    void a_close_in_flight_when_the_partition_comes_arrives_once() {
        server();
        client();
        world.at(20, () -> sender.close());
        world.partition(25, 27);

        world.run();

        assertThat(world.story).containsExactly("10 server: client wants all", "30 client: CLOSED");
    }

    @Test
    void a_close_by_the_client_silences_it_at_once_and_travels_to_the_server() {
        server();
        client();
        world.at(20, () -> sender.send("in flight"));
        world.at(25, () -> subscription.close());
        world.at(26, () -> sender.send("still open for the server"));

        world.run();

        assertThat(world.story).containsExactly("10 server: client wants all", "35 server: lost");
        assertThat(sender.isOpen()).isFalse();
    }

    @Test
    void the_servers_action_is_not_called_for_its_own_close() {
        server();
        client();
        world.at(20, () -> sender.close());
        world.at(25, () -> subscription.close());

        world.run();

        assertThat(world.story).containsExactly("10 server: client wants all");
    }

    @Test
    void a_client_that_closes_before_the_request_arrives_is_not_served() {
        server();
        client();
        world.at(5, () -> subscription.close());

        world.run();

        assertThat(world.story).isEmpty();
        assertThat(world.simulation.now()).isEqualTo(10);
    }

    @Test
    void a_client_that_dies_in_a_short_partition_is_missed_afterwards() {
        server();
        client();
        world.partition(20, 200);
        world.at(30, () -> world.components.crash("client"));

        world.run();

        assertThat(world.story).containsExactly("10 server: client wants all", "210 server: lost");
    }

    @Test
    void a_client_that_dies_in_a_long_partition_is_missed_by_the_keep_alive() {
        server();
        client();
        world.partition(20, 2_000);
        world.at(30, () -> world.components.crash("client"));

        world.run();

        assertThat(world.story).containsExactly("10 server: client wants all", "1020 server: lost");
    }

    @Test
    void a_new_incarnation_receives_nothing_of_the_streams_of_the_last() {
        server();
        world.add("client", endpoint -> {
            if (endpoint.context().incarnation() == 1) {
                endpoint.open(WATCH, "all", receiver);
            }
        });
        world.at(20, () -> sender.send("in flight"));
        world.at(25, () -> world.components.crash("client"));
        world.at(26, () -> world.components.restart("client"));
        world.at(27, () -> sender.send("to the dead"));

        world.run();

        assertThat(world.story).containsExactly("10 server: client wants all", "35 server: lost");
    }

    @Test
    void an_ended_incarnation_opens_nothing() {
        List<Endpoint> ended = new ArrayList<>();
        server();
        world.add("client", ended::add);
        world.at(10, () -> {
            world.components.crash("client");
            ended.get(0).open(WATCH, "all", receiver).close();
        });

        world.run();

        assertThat(world.story).isEmpty();
        assertThat(world.simulation.now()).isEqualTo(10);
    }

    @Test
    void a_stream_to_oneself_dies_with_oneself() {
        world.add("server", endpoint -> {
            endpoint.serveStream(WATCH, this::serve);
            endpoint.open(WATCH, "all", receiver);
        });
        world.at(20, () -> world.components.crash("server"));
        world.partition(30, 5_000);

        world.run();

        assertThat(world.story).containsExactly("10 server: server wants all");
    }

    @Test
    void several_actions_are_called_in_order_when_the_client_leaves() {
        server();
        client();
        world.at(12, () -> sender.whenClosed(() -> world.tell("server: lost too")));
        world.at(20, () -> subscription.close());

        world.run();

        assertThat(world.story.subList(world.story.size() - 2, world.story.size()))
                .allSatisfy(line -> assertThat(line).contains("server: lost"))
                .last()
                .asString()
                .endsWith("server: lost too");
    }

    @Test
    void what_a_partition_holds_back_is_counted() {
        server();
        client();
        world.partition(10, 50);
        int[] waiting = new int[2];
        world.at(20, () -> {
            sender.send("a");
            sender.send("b");
            waiting[0] = sender.waiting();
        });
        world.at(200, () -> waiting[1] = sender.waiting());

        world.run();

        assertThat(waiting).containsExactly(2, 0);
    }

    private void server() {
        world.add("server", endpoint -> endpoint.serveStream(WATCH, this::serve));
    }

    private void serve(String client, String request, StreamSender<String> opened) {
        world.tell("server: " + client + " wants " + request);
        sender = opened;
        opened.whenClosed(() -> world.tell("server: lost"));
    }

    private void client() {
        world.add("client", endpoint -> subscription = endpoint.open(WATCH, "all", receiver));
    }
}
