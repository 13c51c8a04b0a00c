package dev.wavetank.sim.toys;

import java.util.Optional;

/**
 * What came of one run.
 *
 * @param violation how the invariant was broken, if it was
 * @param events how many events fired until then
 * @param fingerprint of the trace
 */
public record Outcome(Optional<String> violation, long events, String fingerprint) {

    /** Whether the invariant was broken. */
    public boolean isBroken() {
        return violation.isPresent();
    }
}
