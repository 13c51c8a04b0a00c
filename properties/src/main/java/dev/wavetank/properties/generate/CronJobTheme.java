package dev.wavetank.properties.generate;

import dev.wavetank.sim.VirtualTime;

/**
 * A CronJob of some concurrency policy, which may be suspended for a while. In the end most are, so that the cluster
 * comes to rest and is judged; the others go on until long after.
 */
final class CronJobTheme implements Theme {

    @Override
    public void draw(Draft draft, String id) {
        String name = "tick-" + id;
        String policy = draft.pick("Allow", "Forbid", "Replace");
        // Only a Job that has to wait for another one comes too late without faults.
        boolean isLate = policy.equals("Forbid") && draft.isOneIn(2);
        String command = isLate
                ? draft.pick("sleep 90", "sleep 150", "sleep 70; exit 1")
                : draft.pick("sleep 10", "sleep 30", "sleep 90", "sleep 150", "exit 1", "sleep 70; exit 1");
        String times = isLate ? "* * * * *" : draft.pick("* * * * *", "* * * * *", "*/2 * * * *", "0-29/3 * * * *");
        String deadline = isLate || draft.isOneIn(4) ? ", startingDeadlineSeconds: " + draft.between(10, 25) : "";
        String zone = draft.isOneIn(4) ? ", timeZone: " + draft.pick("Asia/Kolkata", "America/St_Johns") : "";
        draft.begin();
        draft.apply(
                name + ".yaml",
                Templates.object(
                        "batch/v1",
                        "CronJob",
                        name,
                        "schedule: \"" + times
                                + "\", concurrencyPolicy: " + policy
                                + ", successfulJobsHistoryLimit: " + draft.pick("0", "1", "2", "3")
                                + ", failedJobsHistoryLimit: " + draft.pick("0", "1", "2") + deadline
                                + zone + ", jobTemplate: {metadata: {labels: {made-by: " + name
                                + "}}, spec: {backoffLimit: 0, template: {spec: {restartPolicy: Never, "
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
        if (draft.isOneIn(3)) {
            // The first Job comes with the first minute.
            draft.after(draft.between(40, 150) * VirtualTime.SECOND);
            draft.kubectl("delete", "jobs", "-l", "made-by=" + name, "--wait=false");
        }
        if (!draft.isCalm() && draft.isOneIn(4)) {
            draft.horizon(50 * VirtualTime.MINUTE);
        } else {
            draft.after(draft.between(3, 9) * VirtualTime.MINUTE);
            draft.kubectl(Templates.patch("cronjob", name, "{\"spec\":{\"suspend\":true}}"));
        }
    }
}
