/**
 * What decisions of the scheduler cost, in small and in large clusters.
 *
 * <p>Rules: one thread, time of the processor and not of the clock. Does not live here: what the queue, the API server
 * and bindings cost.
 */
package dev.wavetank.benchmarks.scheduler;
