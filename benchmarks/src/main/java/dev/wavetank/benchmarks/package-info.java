/**
 * How fast the kernel is, by itself and next to others.
 *
 * <p>Nothing depends on this module, and it is not part of the ordinary build.
 */
package dev.wavetank.benchmarks;
