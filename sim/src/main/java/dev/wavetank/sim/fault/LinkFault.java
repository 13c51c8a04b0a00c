package dev.wavetank.sim.fault;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.network.LinkSelector;
import java.util.List;

/** What can happen to the messages between two groups of components. */
public sealed interface LinkFault extends KernelFault {

    /** The links that are disturbed. */
    LinkSelector links();

    @Override
    default String target() {
        return links().one() + " <-> " + links().other();
    }

    @Override
    default List<String> components() {
        return List.of(links().one(), links().other());
    }

    /** Of a request that is late or lost nobody can say whether it was carried out. */
    @Override
    default boolean canDeceive(String client, String server) {
        return links().matches(client, server) || links().matches(server, client);
    }

    /**
     * Every message takes longer.
     *
     * @param delay added to the latency of every message, in nanoseconds
     */
    record Delay(LinkSelector links, long delay) implements LinkFault {

        /** Checks the delay. */
        public Delay {
            if (delay < 0) {
                throw new IllegalArgumentException("a delay must not be negative, was " + VirtualTime.span(delay));
            }
        }

        @Override
        public String kind() {
            return "networkDelay";
        }

        @Override
        public String target() {
            return LinkFault.super.target() + " +" + VirtualTime.span(delay);
        }
    }

    /** Nothing gets through. */
    record Partition(LinkSelector links) implements LinkFault {
        @Override
        public String kind() {
            return "networkPartition";
        }
    }
}
