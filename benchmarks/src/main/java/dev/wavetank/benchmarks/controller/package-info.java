/**
 * What controllers cost for a change of one pod, in small and in large clusters.
 *
 * <p>Rules: one thread, no sink of the trace, time of the processor and not of the clock. Does not live here: what
 * requests cost by themselves.
 */
package dev.wavetank.benchmarks.controller;
