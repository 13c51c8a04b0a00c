/**
 * One scheduling cycle: which nodes are feasible for a pod, and which of them is chosen ({@code schedule_one.go}).
 */
@NullMarked
package dev.wavetank.model.scheduler.cycle;

import org.jspecify.annotations.NullMarked;
