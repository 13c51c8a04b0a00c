/**
 * Commands that make new objects of files or flags: {@code create}, {@code run}, {@code expose},
 * {@code autoscale}, with kubectl's generators.
 *
 * <p>Does not live here: {@code apply}, which may also change objects.
 */
@NullMarked
package dev.wavetank.model.kubectl.create;

import org.jspecify.annotations.NullMarked;
