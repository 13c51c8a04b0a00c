package dev.wavetank.properties.invariant;

import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.sim.fault.FaultTrace;
import dev.wavetank.sim.network.LinkSelector;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.List;

/**
 * Says which faults can make a client believe that a request failed which was carried out, or hide a change from
 * it.
 */
final class LostAnswers {

    private LostAnswers() {}

    /**
     * Whether this record can do so to that client: a fault that touches the two or what lies between, or an
     * answer of the API server that etcd did not tell it in time what came of a write.
     */
    static boolean possible(TraceRecord record, String client) {
        if (record instanceof RequestTrace request) {
            return request.response().code() >= 500;
        }
        return record instanceof FaultTrace.Opened fault && possible(fault, client);
    }

    /**
     * Whether this fault can do so to that client of the API server: it hits one of the two, etcd, or what lies
     * between.
     */
    private static boolean possible(FaultTrace.Opened fault, String client) {
        return switch (fault.kind()) {
            case "componentCrash" ->
                List.of(client, ComponentNames.API_SERVER, ComponentNames.ETCD).contains(fault.target());
            case "networkDelay", "networkPartition" -> {
                LinkSelector links = links(fault.target());
                yield links.matches(client, ComponentNames.API_SERVER)
                        || links.matches(ComponentNames.API_SERVER, ComponentNames.ETCD);
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
