package dev.wavetank.sim.toys.counter;

import dev.wavetank.sim.trace.TraceRecord;

/** What happens to the counter. */
sealed interface CounterTrace extends TraceRecord {

    /** A value was stored. */
    record Stored(String client, long value) implements CounterTrace {
        @Override
        public String type() {
            return "counter.stored";
        }

        @Override
        public void describe(Fields out) {
            out.text("client", client).number("value", value);
        }
    }
}
