/**
 * The queue of pods that wait for a node ({@code pkg/scheduler/backend/queue}): active, in back-off, or
 * unschedulable; and what
 * moves them from one to the other.
 *
 * <p>A change in the cluster that comes while a pod is being tried is not lost: the pod that fails then goes to back-
 * off, not
 * to the unschedulable ones.
 */
@NullMarked
package dev.wavetank.model.scheduler.queue;

import org.jspecify.annotations.NullMarked;
