/**
 * The simulation kernel: virtual time, event list, random streams, components, network, faults and trace.
 *
 * <p>Rules: the kernel knows nothing of Kubernetes, needs nothing but the JDK, and is the only source of time,
 * randomness, ordering and I/O in a run. Does not live here: any Kubernetes type, any file format.
 */
package dev.wavetank.sim;
