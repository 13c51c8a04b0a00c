package dev.wavetank.sim.fault;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.network.rule.LinkLayer;
import dev.wavetank.sim.network.rule.LinkSelector;
import dev.wavetank.sim.network.rule.LinkSelector.Direction;
import dev.wavetank.sim.random.Ratio;
import java.util.List;

/** Faults of the messages and connections between two groups of components. */
public sealed interface LinkFault extends KernelFault {

    /** The links that are disturbed. */
    LinkSelector links();

    @Override
    default String target() {
        String arrow = links().direction() == Direction.FORWARD ? " -> " : " <-> ";
        return links().one() + arrow + links().other();
    }

    @Override
    default List<String> components() {
        return List.of(links().one(), links().other());
    }

    /** A client does not know whether a late or lost request was executed. */
    @Override
    default boolean canDeceive(String client, String server) {
        return links().matches(client, server) || links().matches(server, client);
    }

    /** A disturbance that lies over the links for as long as the fault is open. */
    sealed interface Lasting extends LinkFault {

        /** The same as the network knows it. */
        LinkLayer layer();
    }

    /**
     * Every message takes longer: a congested or distant network. Finds timeouts that are too short, and caches that
     * are believed to be up to date.
     *
     * @param delay added to the latency of every message, in nanoseconds
     * @param jitter at most so much more, drawn for each message, in nanoseconds
     */
    record Delay(LinkSelector links, long delay, long jitter) implements Lasting {

        /** Checks the spans. */
        public Delay {
            if (delay < 0 || jitter < 0) {
                throw new IllegalArgumentException("delay and jitter must not be negative, were "
                        + VirtualTime.span(delay) + " and " + VirtualTime.span(jitter));
            }
        }

        /** Always the same delay. */
        public Delay(LinkSelector links, long delay) {
            this(links, delay, 0);
        }

        @Override
        public String kind() {
            return "networkDelay";
        }

        @Override
        public String target() {
            String more = jitter == 0 ? "" : "~" + VirtualTime.span(jitter);
            return Lasting.super.target() + " +" + VirtualTime.span(delay) + more;
        }

        @Override
        public LinkLayer layer() {
            return new LinkLayer.Delay(links, delay, jitter);
        }
    }

    /**
     * Some messages are lost. A request whose answer was lost looks like one that never arrived: finds clients that
     * repeat what must not be done twice. Streams repair themselves, late.
     *
     * @param ratio share of the messages, each on its own
     */
    record Loss(LinkSelector links, Ratio ratio) implements Lasting {
        @Override
        public String kind() {
            return "networkLoss";
        }

        @Override
        public String target() {
            return Lasting.super.target() + " " + ratio;
        }

        @Override
        public LinkLayer layer() {
            return new LinkLayer.Loss(links, ratio);
        }
    }

    /**
     * No message gets through, perhaps in one direction only: a firewall, a broken switch. Each side continues with
     * its own state. One direction is worse than both, because one side does not notice.
     */
    record Partition(LinkSelector links) implements Lasting {
        @Override
        public String kind() {
            return "networkPartition";
        }

        @Override
        public LinkLayer layer() {
            return new LinkLayer.Partition(links);
        }
    }

    /**
     * Some requests arrive twice, as when a proxy or a transport retries by itself. Finds servers that do twice what
     * was asked for once.
     *
     * @param ratio share of the requests, each on its own
     */
    record Duplication(LinkSelector links, Ratio ratio) implements Lasting {
        @Override
        public String kind() {
            return "networkDuplication";
        }

        @Override
        public String target() {
            return Lasting.super.target() + " " + ratio;
        }

        @Override
        public LinkLayer layer() {
            return new LinkLayer.Duplication(links, ratio);
        }
    }

    /**
     * Messages overtake each other. Finds programs that send two requests at once and rely on the order in which they
     * are carried out. A stream keeps its order.
     *
     * @param spread each message is late by up to so much, in nanoseconds
     */
    record Reordering(LinkSelector links, long spread) implements Lasting {

        /** Checks the spread. */
        public Reordering {
            if (spread <= 0) {
                throw new IllegalArgumentException("spread must be positive, was " + VirtualTime.span(spread));
            }
        }

        @Override
        public String kind() {
            return "networkReordering";
        }

        @Override
        public String target() {
            return Lasting.super.target() + " ~" + VirtualTime.span(spread);
        }

        @Override
        public LinkLayer layer() {
            return new LinkLayer.Reordering(links, spread);
        }
    }

    /**
     * The connections that are open break, and both ends learn it: a restarted proxy. Requests that are under way may
     * or may not be carried out; streams end. New connections can be made at once, so all come back at the same time.
     */
    record Reset(LinkSelector links) implements LinkFault {
        @Override
        public String kind() {
            return "connectionReset";
        }

        @Override
        public boolean isInstant() {
            return true;
        }
    }

    /**
     * The far end of the open streams vanishes silently, as when a load balancer drops a connection. The client
     * receives nothing more and does not notice, until its keep-alive closes the connection: its cache is frozen, and
     * it acts on it.
     */
    record HalfOpen(LinkSelector links) implements LinkFault {
        @Override
        public String kind() {
            return "halfOpenConnection";
        }

        @Override
        public boolean isInstant() {
            return true;
        }

        /** Requests are not touched. */
        @Override
        public boolean canDeceive(String client, String server) {
            return false;
        }
    }
}
