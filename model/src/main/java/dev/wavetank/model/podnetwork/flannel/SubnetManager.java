package dev.wavetank.model.podnetwork.flannel;

import dev.wavetank.model.address.Ipv4Range;

/**
 * Where the leases of nodes on ranges of pods are kept ({@code subnet.Manager}; flannel, pkg/subnet/subnet.go v0.22).
 */
interface SubnetManager {

    /** Gets a lease for its node, keeps it, and begins to tell of those of the others. */
    void start(Listener listener);

    /**
     * The lease of another node.
     *
     * @param range of its pods
     * @param publicIp its address
     * @param backend its back end
     */
    record Lease(Ipv4Range range, String publicIp, String backend) {}

    /** Hears of leases. */
    interface Listener {

        /** The node has a lease on this range. */
        void leased(Ipv4Range own);

        /** Another node has a lease, a new one or another than before. */
        void added(Lease lease);

        /** The lease of another node has ended. */
        void removed(Lease lease);
    }
}
