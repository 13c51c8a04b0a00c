package dev.wavetank.model.kubectl.discovery;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The files under {@code ~/.kube/cache/discovery} of one user: what servers have said that they serve.
 *
 * <p>They outlive a command, not the simulation (client-go, discovery/cached/disk).
 */
public final class DiscoveryCache {

    private final Map<String, Entry> entries = new TreeMap<>();

    private record Entry(long written, ServedTypes types) {}

    /**
     * What is known of a server.
     *
     * @param server its address
     * @param now virtual time
     * @param lifetime how long an answer counts, in nanoseconds
     */
    Optional<ServedTypes> read(String server, long now, long lifetime) {
        Entry entry = entries.get(server);
        return entry == null || now - entry.written() >= lifetime ? Optional.empty() : Optional.of(entry.types());
    }

    /** Keeps what a server has said. */
    void write(String server, long now, ServedTypes types) {
        entries.put(server, new Entry(now, types));
    }

    /** Drops what is known of a server. */
    void invalidate(String server) {
        entries.remove(server);
    }
}
