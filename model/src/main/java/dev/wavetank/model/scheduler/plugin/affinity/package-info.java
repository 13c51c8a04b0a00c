/**
 * InterPodAffinity: pods that want to be together or apart.
 *
 * <p>Sums over all nodes are kept from one cycle to the next, and a cycle changes a copy of its own.
 */
@NullMarked
package dev.wavetank.model.scheduler.plugin.affinity;

import org.jspecify.annotations.NullMarked;
