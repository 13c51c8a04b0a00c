package dev.wavetank.sim.toys.lease;

import dev.wavetank.sim.trace.TraceRecord;

/** What happens to the store. */
sealed interface LeaseTrace extends TraceRecord {

    /** A write was executed under a lease. */
    record Written(String holder, long token) implements LeaseTrace {
        @Override
        public String type() {
            return "lease.written";
        }

        @Override
        public void describe(Fields out) {
            out.text("holder", holder).number("token", token);
        }
    }
}
