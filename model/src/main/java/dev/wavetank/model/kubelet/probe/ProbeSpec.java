package dev.wavetank.model.kubelet.probe;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.kubelet.container.Handlers;
import dev.wavetank.sim.VirtualTime;
import java.util.Map;
import java.util.Optional;

/**
 * A probe of a container.
 *
 * @param kind what its result means
 * @param container it belongs to
 * @param handler what an attempt does, as a JSON tree
 * @param initialDelay nanoseconds from the start of the container before the first attempt
 * @param period nanoseconds between attempts
 * @param timeout nanoseconds after which an attempt has failed
 * @param successThreshold successes in a row that change the result
 * @param failureThreshold failures in a row that change the result
 */
record ProbeSpec(
        Kind kind,
        Container container,
        Map<String, Object> handler,
        long initialDelay,
        long period,
        long timeout,
        int successThreshold,
        int failureThreshold) {

    private static final int DEFAULT_PERIOD = 10;
    private static final int DEFAULT_FAILURES = 3;

    /** Kinds of probes. */
    enum Kind {
        /** Whether the start-up is over; the others begin afterwards. */
        STARTUP("startup", "Startup"),
        /** Whether the container takes requests. */
        READINESS("readiness", "Readiness"),
        /** Whether the container is to be restarted. */
        LIVENESS("liveness", "Liveness");

        private final String label;
        private final String title;

        Kind(String label, String title) {
            this.label = label;
            this.title = title;
        }

        String label() {
            return label;
        }

        String title() {
            return title;
        }
    }

    /** The probe of that kind, if the container has one. */
    static Optional<ProbeSpec> of(Container container, Kind kind) {
        Object tree = switch (kind) {
            case STARTUP -> container.other().get("startupProbe");
            case READINESS -> container.readinessProbe();
            case LIVENESS -> container.livenessProbe();
        };
        if (!(tree instanceof Map<?, ?> probe)) {
            return Optional.empty();
        }
        return Optional.of(new ProbeSpec(
                kind,
                container,
                Handlers.resolved(container, probe),
                number(probe, "initialDelaySeconds", 0) * VirtualTime.SECOND,
                number(probe, "periodSeconds", DEFAULT_PERIOD) * VirtualTime.SECOND,
                number(probe, "timeoutSeconds", 1) * VirtualTime.SECOND,
                number(probe, "successThreshold", 1),
                number(probe, "failureThreshold", DEFAULT_FAILURES)));
    }

    private static int number(Map<?, ?> probe, String field, int otherwise) {
        return probe.get(field) instanceof Number value && value.intValue() > 0 ? value.intValue() : otherwise;
    }
}
