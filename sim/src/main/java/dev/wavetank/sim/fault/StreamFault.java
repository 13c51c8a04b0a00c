package dev.wavetank.sim.fault;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.network.rule.CallSelector;
import dev.wavetank.sim.network.rule.StreamLayer;
import java.util.List;

/**
 * Faults of single streams, such as the watch of one controller, while all other traffic between the two ends works.
 * The client's view of the world falls behind in one part only, which is how caches come to contradict each other.
 */
public sealed interface StreamFault extends KernelFault {

    /** The streams, by the request that opened them. */
    CallSelector streams();

    @Override
    default String target() {
        return streams().toString();
    }

    @Override
    default List<String> components() {
        return List.of(streams().to());
    }

    @Override
    default List<String> actors() {
        return List.of(streams().from());
    }

    /** The open streams end, and both ends notice. Finds changes that are lost between two streams. */
    record Break(CallSelector streams) implements StreamFault {
        @Override
        public String kind() {
            return "streamBreak";
        }

        @Override
        public boolean isInstant() {
            return true;
        }
    }

    /**
     * Nothing comes out of the streams, which look healthy, until the fault closes: then everything does. A cache is
     * frozen at one revision: finds decisions that are made twice because the first is not seen.
     */
    record Stall(CallSelector streams) implements StreamFault {
        @Override
        public String kind() {
            return "streamStall";
        }
    }

    /**
     * Every message of the streams is late, in order: a watch that falls behind.
     *
     * @param delay by how much, in nanoseconds
     */
    record Lag(CallSelector streams, long delay) implements StreamFault {

        /** Checks the delay. */
        public Lag {
            if (delay <= 0) {
                throw new IllegalArgumentException("delay must be positive, was " + VirtualTime.span(delay));
            }
        }

        @Override
        public String kind() {
            return "streamLag";
        }

        @Override
        public String target() {
            return StreamFault.super.target() + " +" + VirtualTime.span(delay);
        }

        /** The disturbance as the network knows it. */
        public StreamLayer layer() {
            return new StreamLayer.Lag(streams, delay);
        }
    }
}
