package dev.wavetank.sim.network;

import dev.wavetank.sim.network.rule.LinkLayer;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.random.RandomStreams;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one caller on a {@link Link}. A lane draws from random streams of its own, so one more request of
 * one caller changes no latency of another.
 */
final class Lane {

    /** The copies of requests that exist only because of a duplication draw from streams with this suffix. */
    private static final String DUPLICATE = "/duplicate";

    private final Link link;
    private final String name;
    private final RandomStreams randomStreams;
    /** Made at the first draw: most lanes of a run carry nothing. */
    private @Nullable RandomStream latencies;
    /** The streams for disturbances, by purpose; null before the first disturbance. */
    private @Nullable Map<String, RandomStream> layerStreams;

    Lane(Link link, String name, RandomStreams randomStreams) {
        this.link = link;
        this.name = name;
        this.randomStreams = randomStreams;
    }

    Link link() {
        return link;
    }

    /** Draws the latency of the next message without disturbances, in nanoseconds; 0 before the run begins. */
    long latency() {
        if (link.isTimeless()) {
            return 0;
        }
        RandomStream draws = latencies;
        if (draws == null) {
            draws = randomStreams.stream(name);
            latencies = draws;
        }
        return link.latency().sample(draws);
    }

    /** The same for a copy of a message. */
    long latencyOfDuplicate() {
        return link.latency().sample(layerStream("latency", true));
    }

    /** Nanoseconds that the next message takes, or {@link Link#DROPPED}. */
    long transit() {
        return transit(latency(), false);
    }

    /**
     * Nanoseconds that a message of a call takes, or {@link Link#DROPPED}.
     *
     * @param latency what the message takes without disturbances
     * @param duplicate whether it is a copy of a message
     */
    long transit(long latency, boolean duplicate) {
        if (link.isBlocked()) {
            link.countBlocked();
            return Link.DROPPED;
        }
        if (link.layers().isEmpty()) {
            return latency;
        }
        boolean lost = loses(duplicate);
        // Drawn also for what is lost, so that a loss does not shift the delays of the next messages.
        long delay = disturbed(latency, duplicate);
        return lost ? Link.DROPPED : delay;
    }

    /** How many further copies of the next request arrive. */
    int duplicates() {
        if (link.layers().isEmpty()) {
            return 0;
        }
        int duplicates = 0;
        for (ActiveLayer<LinkLayer> active : link.layers()) {
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
        long latency = latency();
        return link.layers().isEmpty() ? latency : disturbed(latency, false);
    }

    /** Draws whether the next segment of a stream is lost. */
    boolean loses() {
        return !link.layers().isEmpty() && loses(false);
    }

    /**
     * Every layer draws, also when another has lost the message already: the number of draws never depends on the
     * draws.
     */
    private boolean loses(boolean duplicate) {
        boolean lost = false;
        for (ActiveLayer<LinkLayer> active : link.layers()) {
            if (active.layer() instanceof LinkLayer.Loss loss
                    && layerStream("loss", duplicate).chance(loss.ratio())) {
                active.hit();
                lost = true;
            }
        }
        return lost;
    }

    private long disturbed(long latency, boolean duplicate) {
        long delay = latency;
        for (ActiveLayer<LinkLayer> active : link.layers()) {
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
        String key = duplicate ? purpose + DUPLICATE : purpose;
        Map<String, RandomStream> streams = layerStreams;
        if (streams == null) {
            streams = new LinkedHashMap<>();
            layerStreams = streams;
        }
        return streams.computeIfAbsent(key, missing -> randomStreams.stream(name + "/" + missing));
    }
}
