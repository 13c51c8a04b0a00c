package dev.wavetank.sim.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.network.rule.Address;
import org.junit.jupiter.api.Test;

class BeginningTest {

    private static final Address<String, String> ECHO = new Address<>("server", "echo");
    private static final Address<String, String> NEWS = new Address<>("server", "news");

    private final NetworkWorld world = new NetworkWorld();

    private void server() {
        world.add("server", endpoint -> {
            endpoint.serve(
                    ECHO,
                    (client, request, responder) ->
                            endpoint.context().spend(40, () -> responder.respond(request + "!")));
            endpoint.serveStream(NEWS, (client, request, sender) -> {
                sender.send("first");
                endpoint.context().after(500, () -> sender.send("later"));
            });
        });
    }

    private void client() {
        world.add("client", endpoint -> {
            endpoint.call(ECHO, "hello", 300)
                    .whenDone(reply ->
                            endpoint.call(ECHO, "again", 300).whenDone(second -> world.tell(reply + " " + second)));
            endpoint.open(NEWS, "all", new StreamReceiver<>() {
                @Override
                public void receive(String message) {
                    world.tell(message);
                }

                @Override
                public void closed(Disconnect reason) {
                    world.tell(reason.toString());
                }
            });
        });
    }

    @Test
    void messages_and_work_take_no_time_before_the_run() {
        client();
        server();

        world.simulation.begin(world.components::startAll);

        assertThat(world.story).containsExactly("0 first", "0 Answer[value=hello!] Answer[value=again!]");
        assertThat(world.simulation.firedEvents()).isZero();
        assertThat(world.simulation.isBeginning()).isFalse();
    }

    @Test
    void timers_and_what_follows_from_them_belong_to_the_run() {
        client();
        server();
        world.simulation.begin(world.components::startAll);
        world.story.clear();

        world.run();

        assertThat(world.story).containsExactly("510 later");
    }

    @Test
    void nothing_arrives_at_a_component_that_has_died_meanwhile() {
        server();
        client();

        world.simulation.begin(() -> {
            world.components.startAll();
            world.components.crash("client");
        });

        assertThat(world.story).isEmpty();
    }

    @Test
    void a_component_that_starts_later_takes_its_time() {
        server();
        client();
        world.simulation.begin(world.components::startAll);
        world.story.clear();
        world.components.crash("client");
        world.components.restart("client");

        world.run();

        assertThat(world.story)
                .containsExactly("20 first", "120 Answer[value=hello!] Answer[value=again!]", "520 later");
    }
}
