/**
 * The node lifecycle controller: detects silent nodes, updates their conditions and their pods, and taints them,
 * within its rate limits. {@code controller.tainteviction} evicts pods from tainted nodes.
 *
 * <p>Does not live here: node labels and time to live, which a cloud's controllers keep.
 */
package dev.wavetank.model.controller.nodelifecycle;
