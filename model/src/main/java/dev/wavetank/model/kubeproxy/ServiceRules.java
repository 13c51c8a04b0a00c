package dev.wavetank.model.kubeproxy;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.sim.random.RandomStream;
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
    /** Whether backends take turns, as with the scheduler {@code rr} of IPVS; otherwise chance decides. */
    private boolean roundRobin;
    /** How many connections each destination has had. */
    private final Map<Destination, Integer> turns = new TreeMap<>();

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
     * @param port name of the Service's port; may be empty
     * @param kind what its address is
     * @param backends pods one of which gets it, each as likely as any other
     * @param isLocal whether only pods of the node are among them; without any the packet is dropped, and otherwise
     *     rejected
     * @param affinity for how long the connections of a client go to the same pod, in nanoseconds; 0 when they do not
     */
    public record Rule(
            ObjectKey service, String port, Kind kind, List<Destination> backends, boolean isLocal, long affinity) {

        /** Keeps a copy. */
        public Rule {
            backends = List.copyOf(backends);
        }

        /** The rule for the address of a Service whose only port has no name. */
        public Rule(ObjectKey service, List<Destination> backends, long affinity) {
            this(service, "", Kind.CLUSTER_IP, backends, false, affinity);
        }

        /** The Service with the name of the port, as kube-proxy writes it. */
        public String label() {
            return service + (port.isEmpty() ? "" : ":" + port);
        }
    }

    /** What the address of a rule is. */
    public enum Kind {
        /** The Service's own. */
        CLUSTER_IP,
        /** The node's, at a port that the Service has on every node. */
        NODE_PORT,
        /** That of a load balancer outside the cluster. */
        LOAD_BALANCER
    }

    /** The backend of the next connection, when nothing says that it has to be a certain one. */
    public Destination choose(Destination destination, Rule rule, RandomStream random) {
        List<Destination> backends = rule.backends();
        if (!roundRobin) {
            return backends.get(random.nextInt(backends.size()));
        }
        int turn = turns.merge(destination, 1, Integer::sum) - 1;
        return backends.get(turn % backends.size());
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

    /** Whether they are those of IPVS, which has connections take turns; otherwise those of iptables. */
    public boolean takesTurns() {
        return roundRobin;
    }

    /** Forgets them: the machine is started anew. */
    public void clear() {
        rules = Collections.emptyMap();
        turns.clear();
        written = false;
    }

    void write(Map<Destination, Rule> changed, long now, boolean takesTurns) {
        roundRobin = takesTurns;
        rules = Collections.unmodifiableMap(new TreeMap<>(changed));
        writtenAt = now;
        written = true;
    }
}
