/**
 * What the peers are given to do: how far ahead the events of a run are scheduled.
 *
 * <p>Every delay is drawn before a measurement begins, so that event lists are compared and not generators. This
 * package knows no peer.
 */
package dev.wavetank.benchmarks.workload;
