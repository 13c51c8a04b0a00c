package dev.wavetank.sim.toys.consensus;

/** What is wrong with every node. */
public enum ConsensusBug {
    /** Nothing. */
    NONE,
    /** After a restart a node knows what it promised, but not what it accepted. */
    FORGETS_VOTE,
    /** A proposer counts answers, not voters. */
    COUNTS_ANSWERS
}
