/** Invariants of the order in which pods are made, replaced and removed. */
@NullMarked
package dev.wavetank.properties.invariant.rollout;

import org.jspecify.annotations.NullMarked;
