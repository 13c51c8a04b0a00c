package dev.wavetank.sim.toys.consensus;

/**
 * A value that is up for decision.
 *
 * @param ballot in which ballot; no two nodes open the same one
 */
record Proposal(long ballot, String value) {

    /** What a node has accepted that has accepted nothing yet. */
    static final Proposal NONE = new Proposal(0, "");
}
