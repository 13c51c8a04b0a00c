/**
 * The Job controller: runs pods until enough of them have succeeded, or too many have failed.
 *
 * <p>Rules: how many pods to create and which to delete is decided by pure functions over what the cache showed at
 * the start of a sync ({@link dev.wavetank.model.controller.job.JobPlan}). From release 1.26 on every pod is counted
 * exactly once, with the help of a finalizer that keeps it until then ({@link
 * dev.wavetank.model.controller.job.TrackedSync}); before, the pods that are there are counted anew in every sync
 * ({@link dev.wavetank.model.controller.job.CountedSync}). When a Job ends is decided in one place ({@link
 * dev.wavetank.model.controller.job.JobEnding}). Does not live here: what deletes finished Jobs; what works on Jobs
 * that another controller manages ({@code managedBy}).
 */
@NullMarked
package dev.wavetank.model.controller.job;

import org.jspecify.annotations.NullMarked;
