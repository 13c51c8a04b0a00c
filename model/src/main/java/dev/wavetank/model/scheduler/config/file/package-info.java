/**
 * Reads the files that configure a scheduler, and checks them as kube-scheduler does: in two steps, fields first, then
 * whether profiles can be made of the plug-ins.
 *
 * <p>Begin with {@code ConfigurationReader}.
 */
@NullMarked
package dev.wavetank.model.scheduler.config.file;

import org.jspecify.annotations.NullMarked;
