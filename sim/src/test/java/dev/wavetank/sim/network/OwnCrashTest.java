package dev.wavetank.sim.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.Completion;
import dev.wavetank.sim.network.rule.Address;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A component that crashes itself while it is told an answer: nobody in it hears the rest. */
class OwnCrashTest {

    private static final Address<String, String> ECHO = new Address<>("server", "echo");

    private final NetworkWorld world = new NetworkWorld();

    @Test
    void the_second_continuation_does_not_run() {
        whenCalled(reply -> {
            reply.whenDone(answer -> crash());
            reply.whenDone(answer -> world.tell("second"));
        });

        assertThat(world.story).containsExactly("20 crash");
    }

    @Test
    void nothing_that_is_made_from_the_answer_runs() {
        whenCalled(reply -> {
            Completion<String> mapped = reply.map(answer -> {
                crash();
                return "mapped";
            });
            mapped.whenDone(answer -> world.tell("after map"));
            mapped.then(answer -> {
                world.tell("second step");
                return Completion.of(answer);
            });
            Completion.all(List.of(mapped)).whenDone(answers -> world.tell("after all"));
        });

        assertThat(world.story).containsExactly("20 crash");
    }

    @Test
    void an_answer_that_is_there_already_is_not_told_to_the_dead() {
        whenCalled(reply -> reply.whenDone(answer -> {
            crash();
            reply.whenDone(again -> world.tell("again"));
            reply.then(again -> {
                world.tell("next step");
                return Completion.of(again);
            });
        }));

        assertThat(world.story).containsExactly("20 crash");
    }

    @Test
    void the_living_hear_everything() {
        whenCalled(reply -> {
            reply.whenDone(answer -> world.tell("first"));
            reply.whenDone(answer -> world.tell("second"));
        });

        assertThat(world.story).containsExactly("20 first", "20 second");
    }

    private void crash() {
        world.tell("crash");
        world.components.crash("client");
    }

    private void whenCalled(Consumer<Completion<Reply<String>>> client) {
        world.add("server", endpoint -> endpoint.serve(ECHO, (caller, request, responder) -> responder.respond("")));
        world.add("client", endpoint -> client.accept(endpoint.call(ECHO, "", 100)));
        world.run();
    }
}
