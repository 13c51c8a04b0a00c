/**
 * When a CronJob is due: the schedules of Kubernetes, which are those of the library {@code robfig/cron} that it uses.
 *
 * <p>{@link dev.wavetank.model.cron.CronSchedule#parse} reads a schedule in the
 * {@link dev.wavetank.model.cron.CronDialect} of a release, or refuses it in that release's words; {@link
 * dev.wavetank.model.cron.CronSchedule#next} returns the next activation. Everything here is a pure function of its
 * arguments: no clock, and no zone but the one that is given. CronJobs, jobs and missed runs are not known here.
 */
@NullMarked
package dev.wavetank.model.cron;

import org.jspecify.annotations.NullMarked;
