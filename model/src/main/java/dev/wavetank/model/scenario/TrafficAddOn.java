package dev.wavetank.model.scenario;

import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.Optional;

/** What a scenario adds to its cluster for requests to Services, besides {@link AddOn.Load}. */
public sealed interface TrafficAddOn extends AddOn {

    /**
     * The DNS of the cluster: a Deployment with its Service, whose pods have to be reached and ready before a client
     * of a load learns an address. It makes a cluster have a kube-proxy on every node.
     *
     * @param replicas of the Deployment
     * @param ttl for how long an answer may be kept, in nanoseconds
     */
    record ClusterDns(int replicas, long ttl) implements TrafficAddOn {

        /** Name of the component that knows the records, of the kind of the add-on, and of the Deployment. */
        public static final String NAME = "coredns";

        /** What kubeadm sets for the plug-ins kubernetes and cache. */
        public static final long DEFAULT_TTL = 30 * VirtualTime.SECOND;

        /** The one among add-ons, if there is one. */
        public static Optional<ClusterDns> of(List<AddOn> addOns) {
            return addOns.stream()
                    .filter(ClusterDns.class::isInstance)
                    .map(ClusterDns.class::cast)
                    .findFirst();
        }

        @Override
        public String component() {
            return NAME;
        }

        @Override
        public long latency() {
            return 0;
        }
    }

    /** A kube-proxy on every node, also without load. */
    record KubeProxies() implements TrafficAddOn {

        /** The kind. */
        public static final String NAME = "kube-proxy";

        @Override
        public String component() {
            return NAME;
        }

        @Override
        public long latency() {
            return 0;
        }

        @Override
        public boolean isOnNodes() {
            return true;
        }
    }

    /**
     * What gives Services of the type {@code LoadBalancer} an address outside the cluster: the service controller of a
     * cloud.
     *
     * @param range the addresses
     * @param latency how long the cloud takes to make one, or to send to another pod, in nanoseconds
     * @param readinessGate type of the condition that it sets to True for pods that wait for it and that it sends to;
     *     empty for none
     */
    record LoadBalancer(String range, long latency, String readinessGate) implements TrafficAddOn {

        /** Name of the component. */
        public static final String NAME = "load-balancer";

        /** Addresses for documents (RFC 5737). */
        public static final String DEFAULT_RANGE = "192.0.2.0/24";

        @Override
        public String component() {
            return NAME;
        }
    }
}
