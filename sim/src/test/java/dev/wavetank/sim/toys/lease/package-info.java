/**
 * A lock with leases, whose holders work on a shared store for as long as, by their own clock, their lease runs.
 *
 * <p>Every lease has a fencing token, higher than those before, which goes with every write. The bug: the store does
 * not look at it. A holder that was paused between looking at its clock and writing, or whose clock runs slow, then
 * writes although somebody else holds the lock, and has written already.
 */
package dev.wavetank.sim.toys.lease;
