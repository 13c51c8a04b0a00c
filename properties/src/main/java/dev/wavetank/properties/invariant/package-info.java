/**
 * The invariants: what must hold in every run, and the record of whether it did.
 *
 * <p>An invariant listens to the trace and keeps a small state of its own, so that it costs as much as what changed.
 * It judges by what the store committed, never by what a component believes. Safety is judged at every record;
 * liveness at deadlines that are derived from the fault plan. The model does not know its invariants.
 */
@NullMarked
package dev.wavetank.properties.invariant;

import org.jspecify.annotations.NullMarked;
