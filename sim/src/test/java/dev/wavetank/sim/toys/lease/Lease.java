package dev.wavetank.sim.toys.lease;

/**
 * The lock service's answer.
 *
 * @param token number of the lease, or 0 when it is denied
 * @param expires when it ends, by the service's clock
 */
record Lease(long token, long expires) {

    static final Lease DENIED = new Lease(0, 0);
}
