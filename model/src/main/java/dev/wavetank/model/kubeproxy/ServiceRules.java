package dev.wavetank.model.kubeproxy;

import dev.wavetank.model.api.ObjectKey;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The rules for Services in the kernel of one node. They outlive the kube-proxy that wrote them, and end with the
 * machine.
 */
public final class ServiceRules {

    private Map<Destination, Rule> rules = Collections.emptyMap();
    private long writtenAt;
    private boolean written;

    /** No rules. */
    public ServiceRules() {}

    /**
     * An address to which a client connects.
     *
     * @param address of a Service, in text
     * @param port the number
     */
    public record Destination(String address, int port) implements Comparable<Destination> {

        @Override
        public int compareTo(Destination other) {
            int byAddress = address.compareTo(other.address);
            return byAddress != 0 ? byAddress : Integer.compare(port, other.port);
        }

        /** Such as {@code 10.96.0.12:80}. */
        @Override
        public String toString() {
            return address + ":" + port;
        }
    }

    /**
     * What happens to a connection.
     *
     * @param service to which it goes
     * @param backends pods one of which gets it, each as likely as any other; without any it is rejected
     * @param affinity for how long the connections of a client go to the same pod, in nanoseconds; 0 when they do not
     */
    public record Rule(ObjectKey service, List<Destination> backends, long affinity) {

        /** Keeps a copy. */
        public Rule {
            backends = List.copyOf(backends);
        }
    }

    /** The rule for a destination; empty when there is none, so that the packet leaves by the default route. */
    public Optional<Rule> find(Destination destination) {
        return Optional.ofNullable(rules.get(destination));
    }

    /** All of them, by destination. */
    public Map<Destination, Rule> all() {
        return rules;
    }

    /** Virtual time at which they were last written. */
    public long writtenAt() {
        return writtenAt;
    }

    /** Whether they have been written since the machine was started. */
    public boolean areWritten() {
        return written;
    }

    /** Forgets them: the machine is started anew. */
    public void clear() {
        rules = Collections.emptyMap();
        written = false;
    }

    void write(Map<Destination, Rule> changed, long now) {
        rules = Collections.unmodifiableMap(new TreeMap<>(changed));
        writtenAt = now;
        written = true;
    }
}
