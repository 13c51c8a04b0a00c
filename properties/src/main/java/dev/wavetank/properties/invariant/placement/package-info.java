/**
 * The invariants of scheduling: where pods are bound, which pods wait, and whom preemption removes.
 *
 * <p>They judge by the store alone, with an evaluator of their own that is written from the documentation of the
 * API, so
 * that a mistake of the scheduler cannot hide itself. What a scheduler cannot have seen yet, it is not blamed for.
 */
@NullMarked
package dev.wavetank.properties.invariant.placement;

import org.jspecify.annotations.NullMarked;
