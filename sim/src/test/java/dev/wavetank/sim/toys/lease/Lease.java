package dev.wavetank.sim.toys.lease;

/**
 * The lock service's answer.
 *
 * @param token number of the lease, or {@link #DENIED}
 */
record Lease(long token) {

    static final Lease DENIED = new Lease(0);
}
