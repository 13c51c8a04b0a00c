package dev.wavetank.sim.fault.inject;

import dev.wavetank.sim.fault.FaultClause;

/**
 * What became of one fault of a plan.
 *
 * @param clause the fault, with its time
 * @param state how far it came
 * @param hits how many things it hit: components, messages, requests or streams; 0 unless the state is
 *     {@link State#HIT}
 */
public record FaultOutcome(FaultClause clause, State state, long hits) {

    /** How far a fault came in a run. */
    public enum State {
        /** It opened and closed, and hit something. */
        HIT("hit"),
        /** It opened and closed, and found nothing to hit. */
        HIT_NOTHING("hit nothing"),
        /** What it was to follow did not happen in time. */
        NEVER_OPENED("never opened"),
        /** The run ended while it was open, so its hits were not counted. */
        OPEN_AT_THE_END("open when the run ended"),
        /** The run ended before its time came. */
        NOT_REACHED("not until the run ended");

        private final String words;

        State(String words) {
            this.words = words;
        }

        /** Such as {@code hit nothing}. */
        @Override
        public String toString() {
            return words;
        }
    }

    /** Whether it had its chance and changed nothing. */
    public boolean isInVain() {
        return state == State.HIT_NOTHING || state == State.NEVER_OPENED;
    }

    /** Such as {@code nodeCrash node-2 at 24s: hit nothing}. */
    @Override
    public String toString() {
        return clause.fault().kind() + " " + clause.fault().target() + " " + clause.trigger() + ": " + state
                + (state == State.HIT && hits > 1 ? " " + hits + " times" : "");
    }
}
