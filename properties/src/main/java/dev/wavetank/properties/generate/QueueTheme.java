package dev.wavetank.properties.generate;

import dev.wavetank.sim.VirtualTime;

/**
 * Jobs of the rarer kinds: workers on a queue without a number of completions, indexes that fail one by one, retries
 * that wait longer and longer, deadlines and schedules that are changed while they run.
 */
final class QueueTheme implements Theme {

    @Override
    public void draw(Draft draft, String id) {
        String name = "queue-" + id;
        draft.begin();
        switch (draft.between(0, 4)) {
            case 0 -> {
                draft.apply(name + ".yaml", job(name, "parallelism: 3", draft.pick("sleep 8", "sleep 30")));
                draft.rest();
                draft.kubectl("delete", "pods", "-l", "job-name=" + name, "--wait=false");
            }
            case 1 ->
                draft.apply(
                        name + ".yaml",
                        job(
                                name,
                                "completionMode: Indexed, completions: 4, parallelism: 2, backoffLimitPerIndex: "
                                        + draft.between(0, 2) + ", maxFailedIndexes: " + draft.between(1, 4),
                                draft.pick("exit 1", "sleep 3; exit 2")));
            case 2 -> draft.apply(name + ".yaml", job(name, "backoffLimit: 4", "sleep 2; exit 1"));
            case 3 -> {
                draft.apply(
                        name + ".yaml",
                        job(name, "parallelism: 4, completions: 8, activeDeadlineSeconds: 500", "sleep 90"));
                draft.rest();
                draft.kubectl(Templates.patch("job", name, "{\"spec\":{\"parallelism\":" + draft.between(1, 2) + "}}"));
                draft.rest();
                draft.kubectl(Templates.patch(
                        "job", name, "{\"spec\":{\"activeDeadlineSeconds\":" + draft.between(100, 140) + "}}"));
            }
            default -> {
                draft.apply(name + ".yaml", schedule(draft, name));
                draft.rest();
                draft.rest();
                draft.kubectl(Templates.patch("cronjob", name, "{\"spec\":{\"schedule\":\"*/2 * * * *\"}}"));
                draft.after(draft.between(4, 7) * VirtualTime.MINUTE);
                draft.kubectl(Templates.patch("cronjob", name, "{\"spec\":{\"suspend\":true}}"));
            }
        }
    }

    private static String job(String name, String fields, String command) {
        return Templates.object("batch/v1", "Job", name, fields + ", template: " + template(command));
    }

    private static String template(String command) {
        return "{metadata: {labels: {tier: batch}, annotations: {example.com/note: queue}}, spec: {restartPolicy:"
                + " Never, " + Templates.shell(command) + "}}";
    }

    private static String schedule(Draft draft, String name) {
        return Templates.object(
                "batch/v1",
                "CronJob",
                name,
                "schedule: \"" + draft.pick("0 4 * * *", "*/5 * * * *", "* * * * *")
                        + "\", jobTemplate: {metadata: {labels: {made-by: " + name
                        + "}, annotations: {example.com/note: nightly}}, spec: {backoffLimit: 1, template: "
                        + template(draft.pick("sleep 5", "sleep 20", "exit 1")) + "}}");
    }
}
