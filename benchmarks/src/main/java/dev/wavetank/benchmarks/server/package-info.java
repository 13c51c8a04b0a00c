/**
 * What requests to the simulated API server cost: the whole way from the client's message to its answer.
 *
 * <p>Rules: one thread, no sink of the trace, time of the processor and not of the clock. Does not live here: what the
 * kernel costs by itself.
 */
package dev.wavetank.benchmarks.server;
