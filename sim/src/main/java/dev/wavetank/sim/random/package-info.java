/**
 * Randomness: named, independent streams from one seed, and the distributions drawn from them.
 *
 * <p>Each consumer owns a stream with a name of its own, so that one more draw here, or one more consumer there,
 * never shifts the numbers of another consumer. The generator and the distributions are our own few lines with pinned
 * test vectors, so that they never change with the JDK. Only exact integer arithmetic and {@link
 * java.lang.StrictMath} are used.
 *
 * <p>A {@link dev.wavetank.sim.random.ChoiceLog} can record every draw and decide it otherwise: replay, shrinking and
 * guided search are built on it.
 */
@NullMarked
package dev.wavetank.sim.random;

import org.jspecify.annotations.NullMarked;
