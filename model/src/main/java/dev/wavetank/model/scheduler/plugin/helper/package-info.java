/**
 * What several plug-ins of the scheduler need: arguments, normalising, sums over topologies.
 *
 * <p>Nothing here is a plug-in.
 */
@NullMarked
package dev.wavetank.model.scheduler.plugin.helper;

import org.jspecify.annotations.NullMarked;
