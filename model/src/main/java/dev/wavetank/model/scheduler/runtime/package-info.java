/**
 * Runs the plug-ins of one profile, extension point by extension point ({@code framework/runtime}).
 */
@NullMarked
package dev.wavetank.model.scheduler.runtime;

import org.jspecify.annotations.NullMarked;
