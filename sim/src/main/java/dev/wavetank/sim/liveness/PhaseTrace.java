package dev.wavetank.sim.liveness;

import dev.wavetank.sim.trace.TraceRecord;

/** The course of a run through its phases. */
public sealed interface PhaseTrace extends TraceRecord {

    /**
     * A phase began.
     *
     * @param phase which one
     * @param until virtual time at which it ends at the latest, as far as is known now, in nanoseconds
     */
    record Begun(Phase phase, long until) implements PhaseTrace {
        @Override
        public String type() {
            return "phase.begun";
        }

        @Override
        public void describe(Fields out) {
            out.text("phase", phase.name()).number("until", until);
        }
    }
}
