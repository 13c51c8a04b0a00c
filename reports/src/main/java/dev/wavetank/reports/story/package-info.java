/**
 * The way of one object from a command to its goal, as a story of numbered steps and as a division of its time.
 *
 * <p>Both follow the causes in a trace with details. Does not live here: why an invariant broke, which {@code
 * sim.causality} explains for any trace.
 */
@NullMarked
package dev.wavetank.reports.story;

import org.jspecify.annotations.NullMarked;
