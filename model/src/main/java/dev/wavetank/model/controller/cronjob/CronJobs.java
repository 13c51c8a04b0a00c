package dev.wavetank.model.controller.cronjob;

import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;

/** Chooses between the two controllers of CronJobs. */
public final class CronJobs {

    /** From this minor release on CronJobs wait in a queue ({@code CronJobControllerV2}). */
    private static final int QUEUE_SINCE = 21;

    private CronJobs() {}

    /** The controller of the release. */
    public static Controller controller(ControllerEnvironment environment) {
        return environment.minorVersion() >= QUEUE_SINCE
                ? new CronJobController(environment)
                : new PollingCronJobController(environment);
    }
}
