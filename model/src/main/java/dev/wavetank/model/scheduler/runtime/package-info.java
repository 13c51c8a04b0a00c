/**
 * Runs the plug-ins of one profile, extension point by extension point ({@code framework/runtime}), and keeps what they
 * have said of nodes for pods that they sign alike.
 */
@NullMarked
package dev.wavetank.model.scheduler.runtime;

import org.jspecify.annotations.NullMarked;
