/**
 * The invariants: invariants, scenario generators for jqwik, exploration, shrinking and the catalogue of known bugs.
 *
 * <p>Rules: an invariant reads the run and never changes it; the model never learns that it is watched. Does not live
 * here: rendering of results, command-line options.
 */
@NullMarked
package dev.wavetank.properties;

import org.jspecify.annotations.NullMarked;
