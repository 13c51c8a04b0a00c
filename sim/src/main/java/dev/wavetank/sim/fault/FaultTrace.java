package dev.wavetank.sim.fault;

import dev.wavetank.sim.trace.TraceRecord;

/** The beginnings and ends of faults. */
public sealed interface FaultTrace extends TraceRecord {

    /** The kind of the fault. */
    String kind();

    /** What it hits. */
    String target();

    @Override
    default void describe(Fields out) {
        out.text("kind", kind()).text("target", target());
    }

    /** A fault began. */
    record Opened(String kind, String target) implements FaultTrace {
        @Override
        public String type() {
            return "fault.opened";
        }
    }

    /** A fault healed. */
    record Closed(String kind, String target) implements FaultTrace {
        @Override
        public String type() {
            return "fault.closed";
        }
    }
}
