package dev.wavetank.sim.network;

import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.network.rule.LinkLayer;
import dev.wavetank.sim.random.Distribution;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One direction between two components: its latency, the disturbances that lie over it, and a {@link Lane} for each
 * caller.
 */
final class Link {

    /** Instead of a span of time: the message does not arrive. */
    static final long DROPPED = -1;

    private final String from;
    private final String to;
    private final Distribution latency;
    private final Simulation simulation;
    private final Map<String, Lane> requests = new LinkedHashMap<>(4);
    private final Map<String, Lane> answers = new LinkedHashMap<>(4);
    private final Map<String, Lane> segments = new LinkedHashMap<>(4);
    private final List<StreamConnection<?>> streams = new ArrayList<>(0);
    private final List<ActiveLayer<LinkLayer>> layers = new ArrayList<>(0);
    private int partitions;

    Link(String from, String to, Distribution latency, Simulation simulation) {
        this.from = from;
        this.to = to;
        this.latency = latency;
        this.simulation = simulation;
    }

    /** The requests of a caller, who is at this end. */
    Lane requests(String caller) {
        return lane(requests, caller, "/request");
    }

    /** The answers to a caller, who is at the other end. */
    Lane answers(String caller) {
        return lane(answers, caller, "/answer");
    }

    /** The segments of the streams of a caller, who is at either end, about one subject. */
    Lane segments(String caller, String subject) {
        return lane(segments, subject.isEmpty() ? caller : caller + "/" + subject, "/stream");
    }

    private Lane lane(Map<String, Lane> lanes, String caller, String suffix) {
        Lane lane = lanes.get(caller);
        if (lane == null) {
            lane = new Lane(this, "network/" + from + "/" + to + "/" + caller + suffix, simulation.random());
            lanes.put(caller, lane);
        }
        return lane;
    }

    /** The distribution of the latencies without disturbances. */
    Distribution latency() {
        return latency;
    }

    /** The disturbances that lie over this link. */
    List<ActiveLayer<LinkLayer>> layers() {
        return layers;
    }

    /** Whether messages take no time yet: see {@link Simulation#begin}. */
    boolean isTimeless() {
        return simulation.isBeginning();
    }

    boolean isBlocked() {
        return partitions > 0;
    }

    /** A message met a partition. */
    void countBlocked() {
        for (ActiveLayer<LinkLayer> active : layers) {
            if (active.layer() instanceof LinkLayer.Partition) {
                active.hit();
            }
        }
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
