/**
 * The pods of a Job: creating them from its template, ranking and removing them, their completion indexes, the
 * finalizer by which each pod is counted once, and what their failures mean.
 *
 * <p>Does not live here: how many pods a Job needs and when it ends ({@code controller.job}).
 */
package dev.wavetank.model.controller.job.pod;
