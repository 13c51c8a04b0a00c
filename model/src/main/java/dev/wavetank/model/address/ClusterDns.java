package dev.wavetank.model.address;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Where pods ask for names, and below which domain, as kubeadm sets a cluster up. */
public final class ClusterDns {

    /** The virtual address of its Service ({@code clusterDNS} of the kubelet's configuration). */
    public static final String ADDRESS = "10.96.0.10";

    /** The domain of a cluster ({@code clusterDomain}). */
    public static final String DOMAIN = "cluster.local";

    /** Names with fewer dots are looked up below the search path first. */
    public static final int NDOTS = 5;

    private ClusterDns() {}

    /** The search path of the pods of a namespace. */
    public static List<String> domains(String namespace) {
        return List.of(namespace + ".svc." + DOMAIN, "svc." + DOMAIN, DOMAIN);
    }

    /**
     * The names that a resolver asks for, in order (resolv.conf(5)).
     *
     * @param name as it is written; with a dot at its end it is a whole one
     * @param domains the search path
     * @param dots with so many dots the name itself comes first, otherwise last
     */
    public static List<String> searched(String name, Collection<String> domains, int dots) {
        if (name.endsWith(".")) {
            return List.of(name.substring(0, name.length() - 1));
        }
        List<String> names = new ArrayList<>();
        domains.forEach(domain -> names.add(name + "." + domain));
        boolean isFirst = name.chars().filter(one -> one == '.').count() >= dots;
        names.add(isFirst ? 0 : names.size(), name);
        return names;
    }
}
