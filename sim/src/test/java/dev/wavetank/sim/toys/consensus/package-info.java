/**
 * Single-decree consensus (Lamport: Paxos Made Simple, 2001): every node wants a value of its own, and all that decide
 * have to decide on the same one, which somebody wanted.
 *
 * <p>A node that hears of no decision opens a ballot. First it asks all nodes for their promise to take part in no
 * earlier ballot, and hears what they accepted last; then it asks them to accept the latest of these values, or its own
 * when there is none. What more than half of all nodes have accepted in one ballot is decided. Promises and what was
 * accepted are on a node's disk.
 *
 * <p>Two bugs to choose from: a node forgets what it accepted when it restarts, though
 * not what it promised; a proposer counts answers instead of voters, where
 * a voter that was asked twice answers twice.
 */
package dev.wavetank.sim.toys.consensus;
