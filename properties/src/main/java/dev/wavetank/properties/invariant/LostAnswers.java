package dev.wavetank.properties.invariant;

import dev.wavetank.sim.fault.FaultTrace;
import dev.wavetank.sim.network.LinkSelector;
import java.util.List;

/**
 * Says which faults can make a client believe that a request failed which was carried out, or hide a change from
 * it.
 */
final class LostAnswers {

    private static final String API_SERVER = "kube-apiserver";
    private static final String ETCD = "etcd";

    private LostAnswers() {}

    /**
     * Whether this fault can do so to that client of the API server: it hits one of the two, etcd, or what lies
     * between.
     */
    static boolean possible(FaultTrace.Opened fault, String client) {
        return switch (fault.kind()) {
            case "componentCrash" -> List.of(client, API_SERVER, ETCD).contains(fault.target());
            case "networkDelay", "networkPartition" -> {
                LinkSelector links = links(fault.target());
                yield links.matches(client, API_SERVER) || links.matches(API_SERVER, ETCD);
            }
            default -> false;
        };
    }

    /** The links in the target of a fault of the network, such as {@code kubelet/* <-> kube-apiserver +2s}. */
    private static LinkSelector links(String target) {
        String[] ends = target.split(" <-> | \\+");
        return new LinkSelector(ends[0], ends[1]);
    }
}
