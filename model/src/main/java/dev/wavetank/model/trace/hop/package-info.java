/**
 * The steps between the records of {@code model.trace}: details that a run records only for those who ask.
 *
 * <p>A hop says what the time since the record before it on its causal path was spent on, so that the time of a journey
 * can be divided without a remainder.
 */
@NullMarked
package dev.wavetank.model.trace.hop;

import org.jspecify.annotations.NullMarked;
