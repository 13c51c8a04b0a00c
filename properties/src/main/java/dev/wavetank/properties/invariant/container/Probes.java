package dev.wavetank.properties.invariant.container;

import dev.wavetank.model.api.core.Container;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Fields of probes, with their defaults (API reference v1.32, Probe). */
final class Probes {

    private static final int DEFAULT_PERIOD = 10;
    private static final int DEFAULT_THRESHOLD = 3;

    private Probes() {}

    /** The startup probe of a container; null when it has none. */
    @SuppressWarnings("unchecked") // a probe is an object
    static @Nullable Map<String, Object> startup(Container container) {
        return container.other().get("startupProbe") instanceof Map<?, ?> probe ? (Map<String, Object>) probe : null;
    }

    /** The probe of a kind that a container has; null when it has none. */
    static @Nullable Map<String, Object> of(Container container, String kind) {
        return switch (kind) {
            case "liveness" -> container.livenessProbe();
            case "readiness" -> container.readinessProbe();
            default -> startup(container);
        };
    }

    /** Seconds from the start of the container to the first probe. */
    static long delay(@Nullable Map<String, Object> probe) {
        return number(probe, "initialDelaySeconds", 0);
    }

    /** Seconds from one probe to the next. */
    static long period(@Nullable Map<String, Object> probe) {
        return number(probe, "periodSeconds", DEFAULT_PERIOD);
    }

    /** Successes in a row that decide. */
    static long successes(@Nullable Map<String, Object> probe) {
        return number(probe, "successThreshold", 1);
    }

    /** Failures in a row that decide. */
    static long threshold(@Nullable Map<String, Object> probe) {
        return number(probe, "failureThreshold", DEFAULT_THRESHOLD);
    }

    private static long number(@Nullable Map<String, Object> probe, String field, long standard) {
        return probe != null && probe.get(field) instanceof Number number ? number.longValue() : standard;
    }
}
