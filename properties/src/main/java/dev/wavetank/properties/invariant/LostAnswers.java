package dev.wavetank.properties.invariant;

import dev.wavetank.sim.fault.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.List;

/**
 * Watches for faults after which a component may have lost an answer of the API server, or its memory.
 *
 * <p>Some promises of Kubernetes rest on what a component remembers of its own requests. When an answer is lost
 * the request may have been executed all the same, and the component, not knowing, rightly acts again.
 */
final class LostAnswers {

    private static final List<String> SERVERS = List.of("kube-apiserver", "etcd");

    private final String component;
    private boolean possible;

    /** Watches on behalf of a component. */
    LostAnswers(String component) {
        this.component = component;
    }

    /** Looks at one record of the trace. */
    void observe(TraceEntry entry) {
        possible = possible || entry.record() instanceof FaultTrace.Opened fault && touches(fault);
    }

    /** Whether a fault has opened that touches the component, the API server or etcd. */
    boolean arePossible() {
        return possible;
    }

    private boolean touches(FaultTrace.Opened fault) {
        return switch (fault.kind()) {
            case "componentCrash" -> fault.target().equals(component) || SERVERS.contains(fault.target());
            case "networkDelay", "networkPartition" ->
                fault.target().contains(component)
                        || fault.target().contains("*")
                        || SERVERS.stream().allMatch(server -> fault.target().contains(server));
            default -> false;
        };
    }
}
