package dev.wavetank.properties.generate;

import dev.wavetank.sim.VirtualTime;

/** A CronJob of some concurrency policy for a quarter of an hour, which is suspended for a while. */
final class CronJobTheme implements Theme {

    @Override
    public void draw(Draft draft, String id) {
        String name = "tick-" + id;
        String command = draft.pick("sleep 10", "sleep 30", "sleep 90", "sleep 150", "exit 1", "sleep 70; exit 1");
        String deadline = draft.isOneIn(3) ? ", startingDeadlineSeconds: " + draft.between(10, 40) : "";
        draft.begin();
        draft.apply(
                name + ".yaml",
                Templates.object(
                        "batch/v1",
                        "CronJob",
                        name,
                        "schedule: \"" + draft.pick("* * * * *", "* * * * *", "*/2 * * * *")
                                + "\", concurrencyPolicy: " + draft.pick("Allow", "Forbid", "Replace")
                                + ", successfulJobsHistoryLimit: " + draft.pick("0", "1", "2", "3")
                                + ", failedJobsHistoryLimit: " + draft.pick("0", "1", "2") + deadline
                                + ", jobTemplate: {spec: {backoffLimit: 0, template: {spec: {restartPolicy: Never, "
                                + Templates.shell(command) + "}}}}"));
        if (draft.isOneIn(2)) {
            draft.rest();
            draft.rest();
            draft.rest();
            draft.kubectl(Templates.patch("cronjob", name, "{\"spec\":{\"suspend\":true}}"));
            draft.rest();
            draft.rest();
            draft.rest();
            draft.kubectl(Templates.patch("cronjob", name, "{\"spec\":{\"suspend\":false}}"));
        }
        draft.horizon(15 * VirtualTime.MINUTE);
    }
}
