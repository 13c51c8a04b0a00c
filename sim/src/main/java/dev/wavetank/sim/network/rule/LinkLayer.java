package dev.wavetank.sim.network.rule;

import dev.wavetank.sim.network.NetworkSettings;
import dev.wavetank.sim.random.Ratio;

/**
 * A disturbance that lies over some links for a while.
 *
 * <p>Layers compose: a message that any of them drops is dropped, and the delays of all others add up. The
 * effects are those of Linux's {@code tc-netem}, seen from above TCP: a dropped message of a call is gone,
 * because its caller waits for a deadline and not for the transport, while streams keep their order and send
 * again what was lost.
 *
 * <p>Every layer draws from random streams of its own, so that it never changes the latencies of the messages that it
 * leaves alone. A message that is lost still uses up its latency.
 */
public sealed interface LinkLayer {

    /** The links under it. */
    LinkSelector links();

    /**
     * Every message takes longer.
     *
     * @param delay added to the latency, in nanoseconds
     * @param jitter a further delay drawn for each message, uniform over {@code 0 .. jitter} nanoseconds
     */
    record Delay(LinkSelector links, long delay, long jitter) implements LinkLayer {

        /** Checks the delays. */
        public Delay {
            requireNotNegative("delay", delay);
            requireNotNegative("jitter", jitter);
        }
    }

    /**
     * Some messages are lost. A request or an answer of a call is gone and the caller waits for its deadline. A
     * message of a stream is sent again, see {@link NetworkSettings#retransmitTimeout}, and everything behind
     * it waits.
     *
     * @param ratio share of the messages that are lost, each on its own
     */
    record Loss(LinkSelector links, Ratio ratio) implements LinkLayer {}

    /**
     * No message gets through. What calls send is lost. Streams hold what they are to send until the way is free, and
     * are given up at both ends when that takes longer than {@link NetworkSettings#keepAliveTimeout}.
     */
    record Partition(LinkSelector links) implements LinkLayer {}

    /**
     * Some requests arrive twice: the handler runs twice and the caller takes the first answer. That is what an
     * automatic retry does, as of Go's HTTP transport on idempotent requests, of gRPC's transparent retry, or of a
     * proxy between the two. Streams are not touched, because TCP discards what it has received already.
     *
     * @param ratio share of the requests that arrive once more, each on its own
     */
    record Duplication(LinkSelector links, Ratio ratio) implements LinkLayer {}

    /**
     * Messages overtake each other: each is delayed by a span of its own, uniform over {@code 0 .. spread}. The
     * messages of one stream never overtake each other.
     *
     * @param spread longest delay, in nanoseconds
     */
    record Reordering(LinkSelector links, long spread) implements LinkLayer {

        /** Checks the spread. */
        public Reordering {
            requireNotNegative("spread", spread);
        }
    }

    /** Every message takes longer, by always the same span. */
    static LinkLayer delay(LinkSelector links, long delay) {
        return new Delay(links, delay, 0);
    }

    /** No message gets through. */
    static LinkLayer partition(LinkSelector links) {
        return new Partition(links);
    }

    private static void requireNotNegative(String name, long nanos) {
        if (nanos < 0) {
            throw new IllegalArgumentException(name + " must not be negative, was " + nanos);
        }
    }
}
