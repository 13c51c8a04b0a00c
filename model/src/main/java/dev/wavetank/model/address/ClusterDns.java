package dev.wavetank.model.address;

/** Where pods ask for names, and below which domain, as kubeadm sets a cluster up. */
public final class ClusterDns {

    /** The virtual address of its Service ({@code clusterDNS} of the kubelet's configuration). */
    public static final String ADDRESS = "10.96.0.10";

    /** The domain of a cluster ({@code clusterDomain}). */
    public static final String DOMAIN = "cluster.local";

    /** Names with fewer dots are looked up below the search path first. */
    public static final int NDOTS = 5;

    private ClusterDns() {}
}
