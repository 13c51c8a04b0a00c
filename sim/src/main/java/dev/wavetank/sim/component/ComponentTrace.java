package dev.wavetank.sim.component;

import dev.wavetank.sim.trace.TraceRecord;

/** The lives of components. */
public sealed interface ComponentTrace extends TraceRecord {

    /** An incarnation began. */
    record Started(int incarnation) implements ComponentTrace {
        @Override
        public String type() {
            return "component.started";
        }

        @Override
        public void describe(Fields out) {
            out.number("incarnation", incarnation);
        }
    }

    /** An incarnation ended by a crash: its memory, timers and pending calls are gone. */
    record Crashed(int incarnation) implements ComponentTrace {
        @Override
        public String type() {
            return "component.crashed";
        }

        @Override
        public void describe(Fields out) {
            out.number("incarnation", incarnation);
        }
    }
}
