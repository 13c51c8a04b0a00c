package dev.wavetank.model.trace;

import dev.wavetank.sim.trace.TraceRecord;

/**
 * A component accepted something that it does not simulate, and went on as it can.
 *
 * @param subject the object that has it, such as {@code pod/default/web}
 * @param what is not simulated, and what happens instead
 */
public record NotSimulatedTrace(String subject, String what) implements TraceRecord {

    @Override
    public String type() {
        return "not.simulated";
    }

    @Override
    public void describe(Fields out) {
        out.text("subject", subject).text("what", what);
    }
}
