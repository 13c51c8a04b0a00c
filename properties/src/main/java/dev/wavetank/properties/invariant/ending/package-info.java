/** Invariants of deletions: who goes after whom, and what holds an object back. */
@NullMarked
package dev.wavetank.properties.invariant.ending;

import org.jspecify.annotations.NullMarked;
