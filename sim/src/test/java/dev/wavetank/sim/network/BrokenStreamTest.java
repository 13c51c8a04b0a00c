package dev.wavetank.sim.network;

import static dev.wavetank.sim.network.WatchWorld.DOWN;
import static dev.wavetank.sim.network.WatchWorld.OPENED;
import static dev.wavetank.sim.network.WatchWorld.UP;
import static dev.wavetank.sim.network.WatchWorld.WATCHES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.network.rule.CallSelector;
import org.junit.jupiter.api.Test;

/** Streams that are cut, or lose one of their ends. */
class BrokenStreamTest {

    private final WatchWorld watch = new WatchWorld();
    private final NetworkWorld world = watch.world;

    @Test
    void a_reset_ends_the_stream_at_both_ends_now_and_loses_what_was_in_flight() {
        world.at(20, () -> watch.sender.send("in flight"));
        // At the instant at which the message would arrive.
        world.at(30, () -> {
            world.tell("hits " + world.network.reset(UP) + " " + world.network.reset(UP));
            watch.sender.send("too late");
        });

        world.run();

        assertThat(world.story).containsExactly(OPENED, "30 hits 1 0", "30 server: lost", "30 client: RESET");
        assertThat(watch.sender.isOpen()).isFalse();
    }

    @Test
    void a_reset_of_a_stream_that_is_being_opened_keeps_its_request_from_the_server() {
        // At the instant at which the request arrives.
        world.at(10, () -> world.network.reset(UP));

        world.run();

        assertThat(world.story).containsExactly("10 client: RESET");
    }

    @Test
    void a_reset_of_the_connections_of_others_does_nothing() {
        world.at(20, () -> world.tell("hits " + world.network.reset(DOWN) + world.network.halfOpen(DOWN)));

        world.run();

        assertThat(world.story).containsExactly(OPENED, "20 hits 00");
        assertThat(watch.sender.isOpen()).isTrue();
    }

    @Test
    void only_the_selected_streams_are_broken() {
        world.at(20, () -> {
            world.tell("hits " + world.network.breakStreams(new CallSelector("*", "*", "list", "*")));
            world.tell("hits " + world.network.breakStreams(WATCHES));
        });

        world.run();

        assertThat(world.story)
                .containsExactly(OPENED, "20 hits 0", "20 hits 1", "20 server: lost", "20 client: RESET");
    }

    @Test
    void a_half_open_stream_looks_open_to_the_client_until_the_keep_alive() {
        world.at(20, () -> watch.sender.send("in flight"));
        world.at(25, () -> {
            world.tell("hits " + world.network.halfOpen(UP) + " " + world.network.halfOpen(UP));
            watch.sender.send("never sent");
        });
        world.at(26, () -> world.tell("open at the server: " + watch.sender.isOpen()));

        world.run();

        assertThat(world.story)
                .containsExactly(
                        OPENED,
                        "25 hits 1 0",
                        "25 server: lost",
                        "26 open at the server: false",
                        "30 client: in flight",
                        "1025 client: TIMED_OUT");
    }

    @Test
    void a_partition_that_ends_does_not_save_a_half_open_stream() {
        world.at(25, () -> world.network.halfOpen(UP));
        world.partition(100, 200);

        world.run();

        assertThat(world.story).containsExactly(OPENED, "25 server: lost", "1025 client: TIMED_OUT");
    }

    @Test
    void a_client_that_leaves_a_half_open_stream_leaves_nothing_pending() {
        world.at(25, () -> world.network.halfOpen(UP));
        world.at(50, () -> watch.subscription.close());

        world.run();

        assertThat(world.story).containsExactly(OPENED, "25 server: lost");
        assertThat(world.simulation.now()).isEqualTo(50);
    }

    @Test
    void ends_that_die_with_the_break_hear_nothing_in_their_next_lives() {
        world.at(20, () -> {
            world.network.breakStreams(WATCHES);
            for (String name : new String[] {"client", "server"}) {
                world.components.crash(name);
                world.components.restart(name);
            }
        });

        world.run();

        assertThat(world.story).containsExactly(OPENED);
    }
}
