/**
 * The scheduler: takes pods without a node from its queues, chooses a node for each by filters and scores, and
 * binds them.
 *
 * <p>The loop places one pod after the other; binding is asynchronous, so the next decision includes assumed pods.
 * The plugin package decides which nodes are feasible and which is best. Preemption does not live here.
 */
@NullMarked
package dev.wavetank.model.scheduler;

import org.jspecify.annotations.NullMarked;
