package dev.wavetank.model.controller.nodelifecycle;

import java.util.List;

/** How well the nodes of a zone are, which decides how fast they are given up. */
enum ZoneState {
    /** Nobody has looked yet. */
    INITIAL,
    /** Few nodes are silent. */
    NORMAL,
    /** So many nodes are silent that it may be the network. */
    PARTIAL_DISRUPTION,
    /** No node is ready. */
    FULL_DISRUPTION;

    /**
     * The state of a zone.
     *
     * @param readiness of its nodes: {@code True}, {@code False} or {@code Unknown}
     * @param unhealthy from which part of nodes that are not ready on, more than two, it counts as disrupted
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
