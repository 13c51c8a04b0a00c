/**
 * The election of a leader by votes: a node that hears of no leader opens a new term, and leads it when more
 * than half of all nodes vote for it.
 *
 * <p>Two bugs to choose from: a node forgets its vote when it restarts, though not the term; a candidate counts
 * answers instead of voters, where a voter that was asked twice answers twice.
 */
package dev.wavetank.sim.toys.election;
