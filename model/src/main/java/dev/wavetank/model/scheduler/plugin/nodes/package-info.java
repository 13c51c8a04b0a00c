/**
 * Plug-ins that look at a node by itself: its name, labels, taints, conditions, ports and images.
 *
 * <p>No allocation per node: what a pod wants is read once, in preFilter or preScore, and refusals are shared.
 */
@NullMarked
package dev.wavetank.model.scheduler.plugin.nodes;

import org.jspecify.annotations.NullMarked;
