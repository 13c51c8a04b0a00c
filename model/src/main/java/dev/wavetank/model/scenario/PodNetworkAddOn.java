package dev.wavetank.model.scenario;

import java.util.List;
import java.util.Optional;

/**
 * What cares for the routes between nodes, with an agent on each. Without one the network between the nodes knows
 * the way, as that of a cloud does.
 *
 * @param kind {@link #FLANNEL} or {@link #CALICO}
 * @param backend how flannel's packets travel, one of {@link #BACKENDS}; {@code bgp} for the other
 * @param ttl how long a lease of flannel in etcd lasts without renewal, in nanoseconds; 0 when leases are in the API
 */
public record PodNetworkAddOn(String kind, String backend, long ttl) implements AddOn {

    /** Flannel. */
    public static final String FLANNEL = "flannel";

    /** Routes by BGP, in the manner of Calico. */
    public static final String CALICO = "calico";

    /** The back ends of flannel. */
    public static final List<String> BACKENDS = List.of("udp", "vxlan", "host-gw");

    /** One without leases in etcd. */
    public PodNetworkAddOn(String kind, String backend) {
        this(kind, backend, 0);
    }

    /** Whether nodes get their ranges of pods by leases in etcd. */
    public boolean leasesInEtcd() {
        return ttl > 0;
    }

    /** The one among add-ons, if there is one. */
    public static Optional<PodNetworkAddOn> of(List<AddOn> addOns) {
        return addOns.stream()
                .filter(PodNetworkAddOn.class::isInstance)
                .map(PodNetworkAddOn.class::cast)
                .findFirst();
    }

    @Override
    public boolean isOnNodes() {
        return true;
    }

    /** Whether it is flannel. */
    public boolean isFlannel() {
        return kind.equals(FLANNEL);
    }

    /** Name of the component that is its agent on a node. */
    public String on(String node) {
        return kind + "/" + node;
    }

    @Override
    public String component() {
        return kind;
    }

    @Override
    public long latency() {
        return 0;
    }
}
