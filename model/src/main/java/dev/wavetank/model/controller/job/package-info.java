/**
 * The Job controller: runs pods until enough of them have succeeded, or too many have failed.
 *
 * <p>Rules: pure functions over the cached state at the start of a sync decide how many pods to create and which to
 * delete ({@link dev.wavetank.model.controller.job.JobPlan}). From release 1.26 on every pod is counted exactly once,
 * with a finalizer that keeps it until then ({@link dev.wavetank.model.controller.job.TrackedSync}); before, every
 * sync counts the existing pods again ({@link dev.wavetank.model.controller.job.CountedSync}). One class decides when
 * a Job ends ({@link dev.wavetank.model.controller.job.JobEnding}). Does not live here: the deletion of finished
 * Jobs; Jobs that another controller manages ({@code managedBy}).
 */
package dev.wavetank.model.controller.job;
