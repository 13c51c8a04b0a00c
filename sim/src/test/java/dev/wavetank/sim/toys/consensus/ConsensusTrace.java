package dev.wavetank.sim.toys.consensus;

import dev.wavetank.sim.trace.TraceRecord;

/** What there is to decide, and what is decided. */
sealed interface ConsensusTrace extends TraceRecord {

    /** A node wants a value. */
    record Wanted(String node, String value) implements ConsensusTrace {
        @Override
        public String type() {
            return "consensus.wanted";
        }

        @Override
        public void describe(Fields out) {
            out.text("node", node).text("value", value);
        }
    }

    /** A node knows that a value has been accepted by more than half. */
    record Decided(String node, Proposal proposal) implements ConsensusTrace {
        @Override
        public String type() {
            return "consensus.decided";
        }

        @Override
        public void describe(Fields out) {
            out.text("node", node).number("ballot", proposal.ballot()).text("value", proposal.value());
        }
    }
}
