package dev.wavetank.model.trace;

import dev.wavetank.sim.trace.TraceRecord;

/**
 * A fault opened and found nothing to hit, such as a pod that does not run yet.
 *
 * @param kind the kind of the fault
 * @param target what it was to hit
 */
public record FaultMissed(String kind, String target) implements TraceRecord {

    @Override
    public String type() {
        return "fault.missed";
    }

    @Override
    public void describe(Fields out) {
        out.text("kind", kind).text("target", target);
    }
}
