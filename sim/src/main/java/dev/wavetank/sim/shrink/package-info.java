/**
 * Shrinking: finding the few parts of something large that are enough to make it fail.
 *
 * <p>Pure search over lists and a test. What the parts are (faults, operations, choices of a run), what failing means
 * and how a run is made is the caller's business.
 */
@NullMarked
package dev.wavetank.sim.shrink;

import org.jspecify.annotations.NullMarked;
