package dev.wavetank.sim.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.network.rule.Address;
import dev.wavetank.sim.network.rule.CallSelector;
import org.junit.jupiter.api.Test;

/** What a stream brings to a client that is paused or slow waits for the client's processor, as everything does. */
class DisturbedClientTest {

    private static final Address<String, String> NEWS = new Address<>("server", "news");

    private final NetworkWorld world = new NetworkWorld();

    @Test
    void a_paused_client_receives_nothing_until_it_goes_on_and_then_everything_in_order() {
        sendAt(20, 25, 95);
        world.at(28, () -> world.components.pause("client"));
        world.at(100, () -> world.components.resume("client"));

        world.run();

        assertThat(world.story).containsExactly("100 news of 20", "100 news of 25", "105 news of 95");
    }

    @Test
    void a_paused_client_learns_of_the_end_when_it_goes_on() {
        sendAt(20);
        world.at(28, () -> world.components.pause("client"));
        world.at(40, () -> world.network.breakStreams(CallSelector.ANY));
        world.at(100, () -> world.components.resume("client"));

        world.run();

        assertThat(world.story).containsExactly("100 closed: RESET");
    }

    @Test
    void a_slow_client_receives_one_message_after_the_other() {
        sendAt(20, 25, 26);
        world.at(15, () -> world.components.slowDown("client", 50));

        world.run();

        assertThat(world.story).containsExactly("30 news of 20", "80 news of 25", "130 news of 26");
    }

    private void sendAt(long... times) {
        world.add(
                "server",
                endpoint -> endpoint.serveStream(NEWS, (client, request, sender) -> {
                    for (long time : times) {
                        endpoint.context().after(time - endpoint.context().now(), () -> sender.send("news of " + time));
                    }
                }));
        world.add(
                "client",
                endpoint -> endpoint.open(NEWS, "all", new StreamReceiver<>() {
                    @Override
                    public void receive(String message) {
                        world.tell(message);
                    }

                    @Override
                    public void closed(Disconnect reason) {
                        world.tell("closed: " + reason);
                    }
                }));
    }
}
