/**
 * Plug-ins that look at volumes: limits, conflicts, zones and binding.
 *
 * <p>Pods without volumes cost nothing.
 */
@NullMarked
package dev.wavetank.model.scheduler.plugin.volumes;

import org.jspecify.annotations.NullMarked;
