package dev.wavetank.sim.network;

import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.random.RandomStreams;
import java.util.ArrayList;
import java.util.List;

/** One direction between two components: its latency and the disturbances that lie over it. */
final class Link {

    /** Instead of a span of time: the message does not arrive. */
    static final long DROPPED = -1;

    private final String from;
    private final String to;
    private final Distribution latency;
    private final RandomStreams randomStreams;
    private final RandomStream random;
    private final List<StreamConnection<?>> streams = new ArrayList<>(2);
    private final List<ActiveLayer<LinkLayer>> layers = new ArrayList<>(2);
    private int partitions;

    Link(String from, String to, Distribution latency, RandomStreams randomStreams) {
        this.from = from;
        this.to = to;
        this.latency = latency;
        this.randomStreams = randomStreams;
        this.random = randomStreams.stream(streamName());
    }

    boolean isBlocked() {
        return partitions > 0;
    }

    /** Nanoseconds that the next message of a call takes, or {@link #DROPPED}. */
    long transit() {
        return transit(false);
    }

    /** The same for a message that there is only because of a duplication, which draws from streams of its own. */
    long transitOfDuplicate() {
        return transit(true);
    }

    private long transit(boolean duplicate) {
        if (isBlocked()) {
            countBlocked();
            return DROPPED;
        }
        if (layers.isEmpty() && !duplicate) {
            return latency.sample(random);
        }
        boolean lost = loses(duplicate);
        // Drawn also for what is lost, so that a loss does not shift the latencies of others.
        long delay = delay(duplicate);
        return lost ? DROPPED : delay;
    }

    /** How many further copies of the next request arrive. */
    int duplicates() {
        int duplicates = 0;
        for (ActiveLayer<LinkLayer> active : layers) {
            if (active.layer() instanceof LinkLayer.Duplication duplication
                    && layerStream("duplication", false).chance(duplication.ratio())) {
                active.hit();
                duplicates++;
            }
        }
        return duplicates;
    }

    /** Nanoseconds that the next segment of a stream takes, if it gets through at all. */
    long delay() {
        return delay(false);
    }

    /** Draws whether the next segment of a stream is lost. */
    boolean loses() {
        return loses(false);
    }

    /** A message met a partition. */
    void countBlocked() {
        for (ActiveLayer<LinkLayer> active : layers) {
            if (active.layer() instanceof LinkLayer.Partition) {
                active.hit();
            }
        }
    }

    /**
     * Every layer draws, also when another has lost the message already: how many draw never depends on the
     * draws.
     */
    private boolean loses(boolean duplicate) {
        boolean lost = false;
        for (ActiveLayer<LinkLayer> active : layers) {
            if (active.layer() instanceof LinkLayer.Loss loss
                    && layerStream("loss", duplicate).chance(loss.ratio())) {
                active.hit();
                lost = true;
            }
        }
        return lost;
    }

    private long delay(boolean duplicate) {
        long delay = latency.sample(duplicate ? layerStream("latency", true) : random);
        for (ActiveLayer<LinkLayer> active : layers) {
            if (active.layer() instanceof LinkLayer.Delay added) {
                active.hit();
                delay += added.delay() + spread("jitter", duplicate, added.jitter());
            } else if (active.layer() instanceof LinkLayer.Reordering reordering) {
                active.hit();
                delay += spread("reordering", duplicate, reordering.spread());
            }
        }
        return delay;
    }

    private long spread(String purpose, boolean duplicate, long most) {
        return most == 0 ? 0 : layerStream(purpose, duplicate).between(0, most);
    }

    private RandomStream layerStream(String purpose, boolean duplicate) {
        return randomStreams.stream(streamName() + "/" + purpose + (duplicate ? "/duplicate" : ""));
    }

    private String streamName() {
        return "network/" + from + "/" + to;
    }

    void carry(StreamConnection<?> stream) {
        streams.add(stream);
    }

    void release(StreamConnection<?> stream) {
        streams.remove(stream);
    }

    /** Puts a layer over this link, if it covers it. */
    void put(ActiveLayer<LinkLayer> active) {
        if (!active.layer().links().matches(from, to)) {
            return;
        }
        layers.add(active);
        if (active.layer() instanceof LinkLayer.Partition && ++partitions == 1) {
            List.copyOf(streams).forEach(StreamConnection::contactChanged);
        }
    }

    /** Takes a layer off this link, if it covered it. */
    void lift(ActiveLayer<LinkLayer> active) {
        if (layers.remove(active) && active.layer() instanceof LinkLayer.Partition && --partitions == 0) {
            List.copyOf(streams).forEach(StreamConnection::unblocked);
        }
    }
}
