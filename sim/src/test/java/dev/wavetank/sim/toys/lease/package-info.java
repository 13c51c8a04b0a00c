/**
 * A lock with leases, whose holders work on a shared store for as long as, by a clock of their own, their lease runs.
 *
 * <p>Every lease has a fencing token, higher than those before, which goes with every write; and holders begin nothing
 * that could be late by the messages it takes. Two bugs to choose from. The store does not look at the tokens: then a
 * holder that is paused at the wrong moment writes although somebody else holds the lock, and has written already. Or,
 * besides, holders compare the instant at which a lease ends with the clock on their wall: then a clock that is behind
 * is enough.
 */
package dev.wavetank.sim.toys.lease;
