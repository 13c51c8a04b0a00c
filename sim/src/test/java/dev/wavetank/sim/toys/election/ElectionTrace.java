package dev.wavetank.sim.toys.election;

import dev.wavetank.sim.trace.TraceRecord;

/** What happens in an election. */
sealed interface ElectionTrace extends TraceRecord {

    /** A node has counted the votes and takes the lead. */
    record Elected(String leader, long term) implements ElectionTrace {
        @Override
        public String type() {
            return "election.won";
        }

        @Override
        public void describe(Fields out) {
            out.text("leader", leader).number("term", term);
        }
    }
}
