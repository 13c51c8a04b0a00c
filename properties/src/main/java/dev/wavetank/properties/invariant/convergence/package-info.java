/**
 * Whether the cluster has what its users want: one class for each kind of workloads, and the invariant that asks all of
 * them.
 *
 * <p>A workload that is not as wanted leaves a {@link dev.wavetank.properties.invariant.convergence.Gap}. With an
 * obstacle that is the user's, the outcome is unknown, in the words that the user would see; without one it is a
 * violation.
 */
@NullMarked
package dev.wavetank.properties.invariant.convergence;

import org.jspecify.annotations.NullMarked;
