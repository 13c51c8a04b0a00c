/** Invariants of what controllers report: counted again from the objects. */
@NullMarked
package dev.wavetank.properties.invariant.status;

import org.jspecify.annotations.NullMarked;
