/**
 * A counter that several clients raise: read a replica, which may lag behind, then write to the server if nobody else
 * has written meanwhile.
 *
 * <p>The bug: a client whose write was refused reads again, from the server this time, and then writes come what may.
 * An update is lost when another client writes in between.
 */
package dev.wavetank.sim.toys.counter;
