/**
 * The node lifecycle controller: notices nodes that have gone silent, says so in their conditions and on their pods,
 * and taints them, no faster than its rates permit. Evicting pods from tainted nodes is the business of {@code
 * controller.tainteviction}.
 *
 * <p>Not here: the labels and the time to live of nodes that a cloud's controllers keep.
 */
@NullMarked
package dev.wavetank.model.controller.nodelifecycle;

import org.jspecify.annotations.NullMarked;
