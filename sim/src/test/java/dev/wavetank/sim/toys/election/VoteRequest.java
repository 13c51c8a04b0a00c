package dev.wavetank.sim.toys.election;

/**
 * Asks for a vote.
 *
 * @param term number of the election
 */
record VoteRequest(long term) {}
