package dev.wavetank.sim.network;

import static dev.wavetank.sim.network.WatchWorld.DOWN;
import static dev.wavetank.sim.network.WatchWorld.OPENED;
import static dev.wavetank.sim.network.WatchWorld.UP;
import static dev.wavetank.sim.network.WatchWorld.WATCHES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.sim.network.rule.CallSelector;
import dev.wavetank.sim.network.rule.LinkLayer;
import dev.wavetank.sim.network.rule.StreamLayer;
import dev.wavetank.sim.random.Ratio;
import dev.wavetank.sim.trace.MemorySink;
import org.junit.jupiter.api.Test;

/** What lies over a stream and its link. */
class DisturbedStreamTest {

    private static final Ratio ALWAYS = new Ratio(1, 1);

    private final WatchWorld watch = new WatchWorld();
    private final NetworkWorld world = watch.world;

    @Test
    void a_lost_message_is_sent_again_and_what_is_behind_it_waits() {
        lay(new LinkLayer.Loss(DOWN, ALWAYS), 15, 30);
        world.at(20, () -> watch.sender.send("lost"));
        world.at(40, () -> watch.sender.send("behind"));
        world.at(200, () -> watch.sender.send("later"));

        world.run();

        assertThat(world.story).containsExactly(OPENED, "130 client: lost", "130 client: behind", "210 client: later");
    }

    @Test
    void the_timeout_doubles_while_copies_are_lost_and_begins_anew_afterwards() {
        lay(new LinkLayer.Loss(DOWN, ALWAYS), 15, 400);
        world.at(20, () -> watch.sender.send("lost at 20, 120 and 320"));
        lay(new LinkLayer.Loss(DOWN, ALWAYS), 990, 1_010);
        world.at(1_000, () -> watch.sender.send("lost at 1000"));

        world.run();

        assertThat(world.story)
                .containsExactly(OPENED, "730 client: lost at 20, 120 and 320", "1110 client: lost at 1000");
    }

    @Test
    void a_lost_close_arrives_after_its_messages() {
        lay(new LinkLayer.Loss(DOWN, ALWAYS), 22, 30);
        world.at(20, () -> watch.sender.send("a"));
        world.at(25, () -> watch.sender.close());

        world.run();

        assertThat(world.story).containsExactly(OPENED, "30 client: a", "135 client: CLOSED");
    }

    @Test
    void is_given_up_at_both_ends_when_every_copy_is_lost_for_as_long_as_the_keep_alive() {
        lay(new LinkLayer.Loss(DOWN, ALWAYS), 15, 5_000);
        world.at(20, () -> watch.sender.send("lost"));

        world.run();

        assertThat(world.story).containsExactly(OPENED, "1020 server: lost", "1020 client: TIMED_OUT");
    }

    @Test
    void the_word_of_a_client_that_left_is_sent_again() {
        lay(new LinkLayer.Loss(UP, ALWAYS), 15, 200);
        world.at(20, () -> watch.subscription.close());

        world.run();

        // Lost at 20 and at 120, sent again at 320.
        assertThat(world.story).containsExactly(OPENED, "330 server: lost");
    }

    @Test
    void a_client_that_left_is_missed_by_the_keep_alive_when_its_word_never_gets_through() {
        lay(new LinkLayer.Loss(UP, ALWAYS), 15, 5_000);
        world.at(20, () -> watch.subscription.close());

        world.run();

        assertThat(world.story).containsExactly(OPENED, "1020 server: lost");
    }

    @Test
    void a_server_that_closes_waits_no_more_for_the_word_of_the_client() {
        lay(new LinkLayer.Loss(UP, ALWAYS), 15, 30);
        world.at(20, () -> watch.subscription.close());
        world.at(50, () -> watch.sender.close());

        world.run();

        assertThat(world.story).containsExactly(OPENED);
        assertThat(world.simulation.now()).isEqualTo(50);
    }

    @Test
    void a_server_that_dies_while_it_sends_again_takes_the_message_with_it() {
        lay(new LinkLayer.Loss(DOWN, ALWAYS), 15, 30);
        world.at(20, () -> watch.sender.send("lost"));
        world.at(50, () -> world.components.crash("server"));

        world.run();

        assertThat(world.story).containsExactly(OPENED, "60 client: RESET");
        assertThat(world.simulation.now()).isEqualTo(60);
    }

    @Test
    void a_stream_whose_request_is_lost_cannot_be_opened() {
        world.network.put(new LinkLayer.Loss(UP, ALWAYS));

        world.run();

        assertThat(world.story).containsExactly("500 client: TIMED_OUT");
    }

    @Test
    void messages_still_arrive_through_a_partition_of_the_other_direction_until_the_keep_alive() {
        lay(LinkLayer.partition(UP), 15, 5_000);
        world.at(20, () -> watch.sender.send("arrives"));

        world.run();

        assertThat(world.story)
                .containsExactly(OPENED, "30 client: arrives", "1015 server: lost", "1015 client: TIMED_OUT");
    }

    @Test
    void a_stream_that_is_opened_through_half_a_partition_is_given_up() {
        world.network.put(LinkLayer.partition(DOWN));

        world.run();

        assertThat(world.story).containsExactly(OPENED, "1010 server: lost", "1010 client: TIMED_OUT");
    }

    @Test
    void a_jitter_never_changes_the_order() {
        world.network.put(new LinkLayer.Delay(DOWN, 0, 500));
        world.network.put(new LinkLayer.Reordering(DOWN, 500));
        world.at(20, () -> {
            for (int i = 10; i < 30; i++) {
                watch.sender.send("message " + i);
            }
        });

        world.run();

        assertThat(world.story.stream().filter(line -> line.contains("message")).map(line -> line.split(" ", 2)[1]))
                .hasSize(20)
                .isSorted();
    }

    @Test
    void a_stall_holds_messages_and_the_close_and_nobody_notices() {
        StreamLayer stall = new StreamLayer.Stall(WATCHES);
        world.at(15, () -> world.network.put(stall));
        world.at(20, () -> {
            watch.sender.send("a");
            watch.sender.send("b");
            watch.sender.close();
        });
        world.at(5_000, () -> world.tell("held " + world.network.lift(stall)));

        world.run();

        assertThat(world.story)
                .containsExactly(OPENED, "5000 held 3", "5010 client: a", "5010 client: b", "5010 client: CLOSED");
    }

    @Test
    void a_stalled_stream_is_reset_when_its_server_dies() {
        world.network.put(new StreamLayer.Stall(WATCHES));
        world.at(20, () -> watch.sender.send("dies with the server"));
        world.at(50, () -> world.components.crash("server"));

        world.run();

        assertThat(world.story).containsExactly(OPENED, "60 client: RESET");
    }

    @Test
    void lags_add_up_and_never_change_the_order() {
        StreamLayer one = new StreamLayer.Lag(WATCHES, 100);
        StreamLayer other = new StreamLayer.Lag(CallSelector.ANY, 7);
        world.network.put(one);
        world.network.put(other);
        world.at(20, () -> watch.sender.send("a"));
        world.at(30, () -> world.tell("delayed " + world.network.lift(one)));
        world.at(40, () -> watch.sender.send("b"));
        world.at(200, () -> watch.sender.send("c"));

        world.run();

        assertThat(world.story)
                .containsExactly(OPENED, "30 delayed 1", "137 client: a", "137 client: b", "217 client: c");
    }

    @Test
    void a_stream_layer_leaves_other_streams_alone() {
        world.network.put(new StreamLayer.Stall(new CallSelector("somebody", "server", "watch", "*")));
        world.network.put(new StreamLayer.Lag(new CallSelector("client", "server", "list", "*"), 100));
        world.at(20, () -> watch.sender.send("a"));

        world.run();

        assertThat(world.story).containsExactly(OPENED, "30 client: a");
    }

    @Test
    void a_message_that_was_held_goes_on_in_the_path_of_its_own_sending() {
        MemorySink trace = new MemorySink();
        world.simulation.trace().addSink(trace);
        lay(new LinkLayer.Loss(DOWN, ALWAYS), 15, 30);
        world.at(20, () -> note("first", () -> watch.sender.send("a")));
        world.at(40, () -> note("second", () -> watch.sender.send("b")));

        world.run();

        assertThat(causeOf(trace, "received a")).isEqualTo("first");
        assertThat(causeOf(trace, "received b")).isEqualTo("second");
    }

    @Test
    void refuses_to_lift_what_does_not_lie_there() {
        assertThatThrownBy(() -> world.network.lift(new StreamLayer.Stall(WATCHES)))
                .hasMessageStartingWith("no such layer lies over the network: Stall[streams=");
        assertThatThrownBy(() -> new StreamLayer.Lag(WATCHES, -1)).hasMessage("delay must not be negative, was -1");
    }

    private void note(String what, Runnable action) {
        world.simulation.trace("test", new Note(what));
        action.run();
    }

    private static String causeOf(MemorySink trace, String what) {
        long cause = trace.entries().stream()
                .filter(entry -> entry.record().equals(new Note(what)))
                .findFirst()
                .orElseThrow()
                .cause();
        return ((Note) trace.entries().get((int) cause - 1).record()).what();
    }

    private void lay(LinkLayer layer, long from, long to) {
        world.at(from, () -> world.network.put(layer));
        world.at(to, () -> world.network.lift(layer));
    }
}
