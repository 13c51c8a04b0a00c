/**
 * Preemption: which pods of lower priority have to go so that a pod fits ({@code framework/preemption}).
 */
@NullMarked
package dev.wavetank.model.scheduler.preemption;

import org.jspecify.annotations.NullMarked;
