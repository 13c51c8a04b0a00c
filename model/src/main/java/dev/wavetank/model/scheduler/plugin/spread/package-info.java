/**
 * Plug-ins that spread pods over nodes, zones and other domains.
 *
 * <p>Sums over all nodes are kept from one cycle to the next, and a cycle changes a copy of its own.
 */
@NullMarked
package dev.wavetank.model.scheduler.plugin.spread;

import org.jspecify.annotations.NullMarked;
