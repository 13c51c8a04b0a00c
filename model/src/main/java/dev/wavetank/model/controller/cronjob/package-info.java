/**
 * The CronJob controller: makes Jobs by schedule, and deletes old ones.
 *
 * <p>Two of them, as in Kubernetes: from release 1.21 on {@link
 * dev.wavetank.model.controller.cronjob.CronJobController} waits in a queue for the next time of each CronJob;
 * before, {@link dev.wavetank.model.controller.cronjob.PollingCronJobController} lists all of them every 10 s. Rules:
 * when a Job is due is decided by pure functions ({@link dev.wavetank.model.controller.cronjob.ScheduleTimes}); the
 * name of a Job contains its time, so that a controller makes no Job twice after a crash. Does not live here: what
 * schedules mean.
 */
package dev.wavetank.model.controller.cronjob;
