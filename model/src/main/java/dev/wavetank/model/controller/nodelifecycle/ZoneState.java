package dev.wavetank.model.controller.nodelifecycle;

import java.util.List;

/** The health of a zone, which determines the rate of evictions. */
public enum ZoneState {
    /** Not checked yet. */
    INITIAL,
    /** Few nodes are silent. */
    NORMAL,
    /** So many nodes are silent that the cause may be the network. */
    PARTIAL_DISRUPTION,
    /** No node is ready. */
    FULL_DISRUPTION;

    /**
     * The state of a zone.
     *
     * @param readiness of its nodes: {@code True}, {@code False} or {@code Unknown}
     * @param unhealthy the fraction of nodes that are not ready, with more than two such nodes, from which the zone
     *     counts as partially disrupted
     */
    static ZoneState of(List<String> readiness, double unhealthy) {
        long ready = readiness.stream().filter(Conditions.TRUE::equals).count();
        long notReady = readiness.size() - ready;
        if (ready == 0 && notReady > 0) {
            return FULL_DISRUPTION;
        }
        return notReady > 2 && (double) notReady / readiness.size() >= unhealthy ? PARTIAL_DISRUPTION : NORMAL;
    }
}
