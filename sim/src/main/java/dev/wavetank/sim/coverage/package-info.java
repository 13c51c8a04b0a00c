/**
 * Coverage: what the runs of an exploration reached, counted over all of them.
 *
 * <p>{@link dev.wavetank.sim.coverage.Sometimes} conditions are declared, named states of interest, each of which
 * should be reached in some run; one that is never reached shows a blind spot of the search. Hand-overs are pairs of
 * consecutive writers of the same subject; when new pairs cease to appear, more seeds of the same kind find little.
 *
 * <p>A {@link dev.wavetank.sim.coverage.Coverage} is a value: merging is associative and commutative, so the result
 * depends neither on the order in which runs end nor on how many run at once. Which conditions are of interest
 * belongs to a model and does not live here.
 */
@NullMarked
package dev.wavetank.sim.coverage;

import org.jspecify.annotations.NullMarked;
