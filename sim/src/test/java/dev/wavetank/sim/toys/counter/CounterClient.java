package dev.wavetank.sim.toys.counter;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Reply;
import dev.wavetank.sim.network.rule.Address;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.toys.ToyWorld;
import java.util.function.Consumer;

/** Raises the counter a few times, with pauses for thought. */
final class CounterClient implements Component {

    private static final long LONGEST_THOUGHT = 60 * VirtualTime.MILLISECOND;

    private final Context context;
    private final Endpoint endpoint;
    private final RandomStream thoughts;
    private final boolean insists;
    private int left;

    /**
     * @param times how often it raises the counter
     * @param insists whether a second try is written come what may: the bug
     */
    CounterClient(Context context, Endpoint endpoint, int times, boolean insists) {
        this.context = context;
        this.endpoint = endpoint;
        this.thoughts = context.random("thoughts");
        this.left = times;
        this.insists = insists;
    }

    @Override
    public void start() {
        think();
    }

    private void think() {
        if (left-- > 0) {
            context.after(thoughts.nextLong(LONGEST_THOUGHT), this::raise);
        }
    }

    private void raise() {
        read(CounterReplica.READ, seen -> write(seen, seen.revision()));
    }

    private void retry() {
        read(CounterServer.READ, seen -> write(seen, insists ? Write.ANY : seen.revision()));
    }

    private void read(Address<String, Count> from, Consumer<Count> next) {
        endpoint.call(from, "", ToyWorld.CALL_TIMEOUT).whenDone(reply -> {
            if (reply instanceof Reply.Answer<Count> answer) {
                next.accept(answer.value());
            } else {
                retry();
            }
        });
    }

    private void write(Count seen, long expected) {
        endpoint.call(CounterServer.WRITE, new Write(seen.value() + 1, expected), ToyWorld.CALL_TIMEOUT)
                .whenDone(reply -> {
                    if (reply instanceof Reply.Answer<Boolean> answer && answer.value()) {
                        think();
                    } else {
                        retry();
                    }
                });
    }
}
