package dev.wavetank.sim.fault.inject;

import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.trace.TraceRecord;

/** The beginnings and ends of faults. */
public sealed interface FaultTrace extends TraceRecord {

    /** What goes wrong. */
    Fault fault();

    /** The kind of the fault. */
    default String kind() {
        return fault().kind();
    }

    /** What it hits. */
    default String target() {
        return fault().target();
    }

    @Override
    default void describe(Fields out) {
        out.text("kind", kind()).text("target", target());
    }

    /** A fault began. */
    record Opened(Fault fault) implements FaultTrace {
        @Override
        public String type() {
            return "fault.opened";
        }
    }

    /** A fault healed. */
    record Closed(Fault fault) implements FaultTrace {
        @Override
        public String type() {
            return "fault.closed";
        }
    }

    /** A fault never opened, or found nothing to hit, such as a component that does not run yet. */
    record Missed(FaultClause clause, Reason reason) implements FaultTrace {

        /** Why nothing happened. */
        public enum Reason {
            /** It opened, and found nothing to hit. */
            HIT_NOTHING("hit nothing"),
            /** What it was to follow did not happen. */
            NOT_TRIGGERED("never opened");

            private final String words;

            Reason(String words) {
                this.words = words;
            }

            @Override
            public String toString() {
                return words;
            }
        }

        @Override
        public Fault fault() {
            return clause.fault();
        }

        @Override
        public String type() {
            return "fault.missed";
        }

        @Override
        public void describe(Fields out) {
            out.text("kind", kind())
                    .text("target", target())
                    .text("when", clause.trigger().toString())
                    .text("reason", reason.toString());
        }
    }
}
