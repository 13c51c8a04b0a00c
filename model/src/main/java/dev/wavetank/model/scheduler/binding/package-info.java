/**
 * The binding cycle: makes a decision true while the next pod is being placed, and takes it back when that fails.
 */
@NullMarked
package dev.wavetank.model.scheduler.binding;

import org.jspecify.annotations.NullMarked;
