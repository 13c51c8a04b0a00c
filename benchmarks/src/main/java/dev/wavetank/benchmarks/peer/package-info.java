/**
 * Those who are compared: bare queues, the kernel, and other discrete-event libraries for the JVM.
 *
 * <p>One class a peer. Each does the same work by its library's ordinary interface, on the caller's thread, and
 * tells its clock, which must be the same for all of them to the nanosecond. Libraries whose time is a
 * {@code double} are given whole nanoseconds, which a double holds exactly up to 104 days.
 */
package dev.wavetank.benchmarks.peer;
