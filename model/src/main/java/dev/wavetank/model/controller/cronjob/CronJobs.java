package dev.wavetank.model.controller.cronjob;

import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.version.Feature;

/** Chooses between the two controllers of CronJobs. */
public final class CronJobs {

    private CronJobs() {}

    /** The controller of the release. */
    public static Controller controller(ControllerEnvironment environment) {
        return environment.version().has(Feature.CRON_JOB_QUEUE)
                ? new CronJobController(environment)
                : new PollingCronJobController(environment);
    }
}
