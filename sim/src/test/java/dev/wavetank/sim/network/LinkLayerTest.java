package dev.wavetank.sim.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.sim.network.rule.Address;
import dev.wavetank.sim.network.rule.LinkLayer;
import dev.wavetank.sim.network.rule.LinkSelector;
import dev.wavetank.sim.random.Ratio;
import org.junit.jupiter.api.Test;

class LinkLayerTest {

    private static final Address<String, String> ECHO = new Address<>("server", "echo");

    private final NetworkWorld world = new NetworkWorld();

    LinkLayerTest() {
        world.add(
                "server",
                endpoint -> endpoint.serve(ECHO, (caller, request, responder) -> {
                    responder.respond(request);
                }));
        for (String name : new String[] {"kubelet/a", "kubelet/b", "scheduler"}) {
            world.add(
                    name,
                    endpoint -> endpoint.context()
                            .after(
                                    100,
                                    () -> endpoint.call(ECHO, "", 1_000)
                                            .whenDone(reply -> world.tell(
                                                    name + (reply instanceof Reply.Answer ? "" : " lost")))));
        }
    }

    @Test
    void delays_add_up_in_both_directions() {
        world.network.put(LinkLayer.delay(new LinkSelector("scheduler", "server"), 100));
        world.network.put(LinkLayer.delay(new LinkSelector("*", "sched*"), 7));

        world.run();

        assertThat(world.story).containsExactly("120 kubelet/a", "120 kubelet/b", "334 scheduler");
    }

    @Test
    void a_lifted_layer_leaves_the_others_in_place() {
        LinkLayer lifted = LinkLayer.delay(NetworkWorld.EVERY_LINK, 100);
        world.network.put(lifted);
        world.network.put(LinkLayer.delay(NetworkWorld.EVERY_LINK, 7));
        world.at(110, () -> world.network.lift(lifted));

        world.run();

        // The request still took 117 ns, the answer 17 ns.
        assertThat(world.story).contains("234 scheduler");
    }

    @Test
    void overlapping_partitions_count() {
        LinkLayer one = LinkLayer.partition(NetworkWorld.EVERY_LINK);
        LinkLayer other = LinkLayer.partition(new LinkSelector("server", "scheduler"));
        world.network.put(one);
        world.network.put(other);
        world.network.put(one);
        world.at(10, () -> world.network.lift(one));
        world.at(20, () -> world.network.lift(one));

        world.run();

        assertThat(world.story).containsExactly("120 kubelet/a", "120 kubelet/b", "1100 scheduler lost");
    }

    @Test
    void a_layer_covers_links_that_come_into_use_later() {
        world.network.put(LinkLayer.partition(new LinkSelector("kubelet/*", "server")));

        world.run();

        assertThat(world.story).containsExactly("120 scheduler", "1100 kubelet/a lost", "1100 kubelet/b lost");
    }

    @Test
    void a_layer_that_has_gone_does_not_cover_later_links() {
        LinkLayer layer = LinkLayer.partition(NetworkWorld.EVERY_LINK);
        world.network.put(layer);
        world.network.lift(layer);

        world.run();

        assertThat(world.story).containsExactly("120 kubelet/a", "120 kubelet/b", "120 scheduler");
    }

    @Test
    void a_partition_loses_while_a_delay_lies_over_the_same_link() {
        world.network.put(LinkLayer.partition(NetworkWorld.EVERY_LINK));
        LinkLayer delay = LinkLayer.delay(NetworkWorld.EVERY_LINK, 5);
        world.network.put(delay);
        world.at(50, () -> world.network.lift(delay));

        world.run();

        assertThat(world.story).allMatch(line -> line.endsWith(" lost")).hasSize(3);
    }

    @Test
    void a_selector_matches_both_directions_and_nothing_else() {
        LinkSelector selector = new LinkSelector("kubelet/*", "server");

        assertThat(selector.matches("kubelet/a", "server")).isTrue();
        assertThat(selector.matches("server", "kubelet/a")).isTrue();
        assertThat(selector.matches("kubelet/a", "kubelet/b")).isFalse();
        assertThat(selector.matches("server", "server")).isFalse();
        assertThat(selector.matches("kubelet", "server")).isFalse();
    }

    @Test
    void a_forward_selector_matches_one_direction() {
        LinkSelector selector = new LinkSelector("kubelet/*", "server", LinkSelector.Direction.FORWARD);

        assertThat(selector.matches("kubelet/a", "server")).isTrue();
        assertThat(selector.matches("server", "kubelet/a")).isFalse();
    }

    @Test
    void a_jitter_delays_each_message_by_up_to_its_length() {
        world.network.put(new LinkLayer.Delay(new LinkSelector("server", "*"), 100, 50));

        world.run();

        assertThat(world.story)
                .hasSize(3)
                .allSatisfy(line -> assertThat(instantOf(line)).isBetween(320L, 420L));
        assertThat(world.story.stream().map(LinkLayerTest::instantOf).distinct())
                .hasSizeGreaterThan(1);
    }

    @Test
    void a_reordering_lets_messages_overtake_each_other() {
        world.network.put(new LinkLayer.Reordering(NetworkWorld.EVERY_LINK, 500));

        world.run();

        assertThat(world.story)
                .hasSize(3)
                .allSatisfy(line -> assertThat(instantOf(line)).isBetween(120L, 1_120L));
        assertThat(world.story.stream().map(LinkLayerTest::instantOf).distinct())
                .hasSize(3);
    }

    @Test
    void a_loss_loses_its_share() {
        world.network.put(new LinkLayer.Loss(new LinkSelector("kubelet/*", "server"), new Ratio(1, 1)));
        world.network.put(new LinkLayer.Loss(new LinkSelector("scheduler", "server"), Ratio.NEVER));

        world.run();

        assertThat(world.story).containsExactly("120 scheduler", "1100 kubelet/a lost", "1100 kubelet/b lost");
    }

    @Test
    void tells_how_many_messages_it_touched() {
        LinkLayer partition = LinkLayer.partition(new LinkSelector("kubelet/a", "server"));
        LinkLayer delay = LinkLayer.delay(new LinkSelector("scheduler", "server"), 5);
        LinkLayer loss = new LinkLayer.Loss(new LinkSelector("server", "kubelet/b"), new Ratio(1, 1));
        LinkLayer idle = LinkLayer.delay(new LinkSelector("nobody", "server"), 5);
        for (LinkLayer layer : new LinkLayer[] {partition, delay, loss, idle}) {
            world.network.put(layer);
        }

        world.run();

        assertThat(world.network.lift(partition)).isEqualTo(1);
        assertThat(world.network.lift(delay)).isEqualTo(2);
        assertThat(world.network.lift(loss)).isEqualTo(1);
        assertThat(world.network.lift(idle)).isZero();
    }

    private static long instantOf(String line) {
        return Long.parseLong(line.substring(0, line.indexOf(' ')));
    }

    @Test
    void refuses_to_lift_what_does_not_lie_there() {
        assertThatThrownBy(() -> world.network.lift(LinkLayer.partition(NetworkWorld.EVERY_LINK)))
                .hasMessageStartingWith("no such layer lies over the network: Partition[links=");
        assertThatThrownBy(() -> LinkLayer.delay(NetworkWorld.EVERY_LINK, -1))
                .hasMessage("delay must not be negative, was -1");
        assertThatThrownBy(() -> new LinkLayer.Delay(NetworkWorld.EVERY_LINK, 0, -1))
                .hasMessage("jitter must not be negative, was -1");
        assertThatThrownBy(() -> new LinkLayer.Reordering(NetworkWorld.EVERY_LINK, -1))
                .hasMessage("spread must not be negative, was -1");
    }
}
