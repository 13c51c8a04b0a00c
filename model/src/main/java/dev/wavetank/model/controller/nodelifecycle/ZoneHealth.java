package dev.wavetank.model.controller.nodelifecycle;

import java.util.List;

/** How the health of a zone follows from that of its nodes. */
@FunctionalInterface
public interface ZoneHealth {

    /** As Kubernetes judges it ({@code ComputeZoneState}). */
    ZoneHealth STANDARD = ZoneState::of;

    /**
     * The state of a zone.
     *
     * @param readiness of its nodes: {@code True}, {@code False} or {@code Unknown}
     * @param unhealthy the fraction of nodes that are not ready from which a zone counts as partially disrupted
     */
    ZoneState of(List<String> readiness, double unhealthy);
}
