/**
 * How fast the kernel is, measured with JMH next to plain priority queues in the same JVM.
 *
 * <p>Nothing depends on this module, and it is not part of the ordinary build.
 */
package dev.wavetank.benchmarks;
