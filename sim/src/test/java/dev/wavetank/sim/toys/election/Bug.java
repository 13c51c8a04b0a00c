package dev.wavetank.sim.toys.election;

/** What is wrong with every node. */
public enum Bug {
    /** Nothing. */
    NONE,
    /** After a restart a node knows its term, but not for whom it voted in it. */
    FORGETS_VOTE,
    /** A candidate counts answers, not voters. */
    COUNTS_ANSWERS
}
