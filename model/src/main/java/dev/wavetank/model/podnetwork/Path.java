package dev.wavetank.model.podnetwork;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The way of one packet.
 *
 * @param hops what happened to it, in order
 * @param node name of the node where it ended
 * @param drop why it did not arrive, or null when it did
 */
public record Path(List<Hop> hops, String node, @Nullable String drop) {

    /** What stands before the sandbox at which a packet arrives. */
    static final String CONTAINER = "container ";

    /** Keeps a copy. */
    public Path {
        hops = List.copyOf(hops);
    }

    /**
     * One step.
     *
     * @param place node or pod where it happens
     * @param what happens
     * @param nanos how long it takes
     */
    public record Hop(String place, String what, long nanos) {}

    /** Whether the packet arrived. */
    public boolean arrives() {
        return drop == null;
    }

    /** The sandbox at which it arrived; empty when that is a node, or it did not arrive. */
    public Optional<String> sandbox() {
        String last =
                hops.isEmpty() || !arrives() ? "" : hops.get(hops.size() - 1).place();
        return last.startsWith(CONTAINER) ? Optional.of(last.substring(CONTAINER.length())) : Optional.empty();
    }

    /** Why it did not arrive. */
    public Optional<String> loss() {
        return Optional.ofNullable(drop);
    }

    /** How long it took, up to its end. */
    public long nanos() {
        return hops.stream().mapToLong(Hop::nanos).sum();
    }

    /** This way with steps before it. */
    public Path after(List<Hop> before) {
        List<Hop> all = new ArrayList<>(before);
        all.addAll(hops);
        return new Path(all, node, drop);
    }
}
