package dev.wavetank.sim.toys.consensus;

/**
 * The answer to a node that opens a ballot.
 *
 * @param given whether the voter promises to take part in no earlier ballot
 * @param accepted what it accepted last, or {@link Proposal#NONE}
 */
record Promise(boolean given, Proposal accepted) {}
