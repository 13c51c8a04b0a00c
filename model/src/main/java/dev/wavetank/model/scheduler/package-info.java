/**
 * The scheduler: takes pods without a node from its queues, chooses a node for each by filters and scores, and
 * binds them.
 *
 * <p>The loop places one pod after the other; binding runs behind its back, so the next decision counts with
 * assumed pods. What a node can take and which node is best is decided in the plugin package, not here. Preemption
 * does not live here.
 */
@NullMarked
package dev.wavetank.model.scheduler;

import org.jspecify.annotations.NullMarked;
