package dev.wavetank.sim.network;

import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.List;

/** One direction between two components: its latency and the disturbances that lie over it. */
final class Link {

    private final String from;
    private final String to;
    private final Distribution latency;
    private final RandomStream random;
    private final List<StreamConnection<?>> streams = new ArrayList<>(2);
    private long extraDelay;
    private int partitions;

    Link(String from, String to, Distribution latency, RandomStream random) {
        this.from = from;
        this.to = to;
        this.latency = latency;
        this.random = random;
    }

    String to() {
        return to;
    }

    boolean isBlocked() {
        return partitions > 0;
    }

    /** Nanoseconds that the next message takes. */
    long sampleDelay() {
        return latency.sample(random) + extraDelay;
    }

    void carry(StreamConnection<?> stream) {
        streams.add(stream);
    }

    void release(StreamConnection<?> stream) {
        streams.remove(stream);
    }

    /** Puts a layer over this link, if it covers it. */
    void put(LinkLayer layer) {
        if (!layer.links().matches(from, to)) {
            return;
        }
        extraDelay += layer.extraDelay();
        if (layer.blocked() && ++partitions == 1) {
            List.copyOf(streams).forEach(StreamConnection::blocked);
        }
    }

    /** Takes a layer off this link, if it covered it. */
    void lift(LinkLayer layer) {
        if (!layer.links().matches(from, to)) {
            return;
        }
        extraDelay -= layer.extraDelay();
        if (layer.blocked() && --partitions == 0) {
            List.copyOf(streams).forEach(StreamConnection::unblocked);
        }
    }
}
