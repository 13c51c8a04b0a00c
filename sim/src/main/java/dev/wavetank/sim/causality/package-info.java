/**
 * Why something happened: the backward slice of a trace from one record, and the slice as a readable story.
 *
 * <p>Works on any trace, after the run or on the entries kept so far, by the links from records to their causes and
 * by what records say of themselves (actor, verb, subject, fields). Nothing here takes part in a run.
 */
@NullMarked
package dev.wavetank.sim.causality;

import org.jspecify.annotations.NullMarked;
