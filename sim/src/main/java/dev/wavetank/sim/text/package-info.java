/**
 * Texts for people that every layer needs: so far only the hint after a misspelt name.
 *
 * <p>Stories, diagrams and comparisons of runs have packages of their own.
 */
@NullMarked
package dev.wavetank.sim.text;

import org.jspecify.annotations.NullMarked;
