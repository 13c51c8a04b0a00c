/**
 * Properties of runs: invariants, scenario generators for jqwik, exploration, shrinking and the catalogue of known
 * bugs.
 *
 * <p>Rules: an invariant reads the run and never changes it; the model does not depend on invariants. Does not live
 * here: rendering of results, command-line options.
 */
@NullMarked
package dev.wavetank.properties;

import org.jspecify.annotations.NullMarked;
