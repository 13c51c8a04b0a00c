package dev.wavetank.properties.generate;

import java.util.ArrayList;
import java.util.List;

/** Jobs that succeed, fail, take too long, are suspended and resumed, work by index, and go after their end. */
final class JobTheme implements Theme {

    private static final int JOBS_MAX = 3;
    private static final String INDEXED = "completionMode: Indexed";

    @Override
    public void draw(Draft draft, String id) {
        draft.begin();
        int jobs = draft.between(1, JOBS_MAX);
        for (int i = 1; i <= jobs; i++) {
            String name = "work-" + id + i;
            boolean isSuspended = draft.isOneIn(4);
            draft.apply(name + ".yaml", Templates.object("batch/v1", "Job", name, spec(draft, isSuspended)));
            if (isSuspended) {
                changes(draft, name);
            } else {
                draft.pause();
            }
            for (int deletions = draft.isOneIn(3) ? draft.between(1, 3) : 0; deletions > 0; deletions--) {
                draft.kubectl("delete", "pods", "-l", "job-name=" + name, "--wait=false");
                draft.pause();
            }
        }
    }

    private static String spec(Draft draft, boolean isSuspended) {
        List<String> fields = new ArrayList<>();
        int completions = draft.between(1, 6);
        fields.add("completions: " + completions);
        fields.add("parallelism: " + draft.between(1, 4));
        fields.add("backoffLimit: " + draft.between(0, 3));
        if (isSuspended) {
            fields.add("suspend: true");
        }
        if (draft.isOneIn(3)) {
            indexed(draft, completions, fields);
        }
        boolean waitsForEnd = draft.isOneIn(5);
        if (waitsForEnd) {
            fields.add("podReplacementPolicy: Failed");
        }
        if (draft.isOneIn(4)) {
            fields.add("activeDeadlineSeconds: " + draft.between(10, 40));
        }
        if (draft.isOneIn(3)) {
            fields.add("ttlSecondsAfterFinished: " + draft.between(20, 90));
        }
        String command = draft.pick("sleep 3", "sleep 8", "sleep 20", "sleep 100", "exit 1", "sleep 4; exit 3");
        if (waitsForEnd) {
            command = draft.pick("trap '' TERM; sleep 60", "trap '' TERM; sleep 90", command);
        }
        String restarts = draft.pick("Never", "Never", "OnFailure");
        if (restarts.equals("Never") && draft.isOneIn(4)) {
            String action = draft.pick("Ignore", "Ignore", "FailJob", "Count");
            fields.add("podFailurePolicy: {rules: [{action: " + action
                    + ", onExitCodes: {operator: In, values: [3, 143]}}]}");
            if (action.equals("Ignore") && draft.isOneIn(2)) {
                // Without a deadline such a Job would try for ever.
                fields.removeIf(field -> field.startsWith("activeDeadlineSeconds"));
                fields.add("activeDeadlineSeconds: " + draft.between(40, 90));
                command = "sleep 4; exit 3";
            }
        }
        if (fields.contains(INDEXED) && completions > 1 && draft.isOneIn(3)) {
            // One index fails again and again, between the others that succeed.
            command = "test $JOB_COMPLETION_INDEX = 1 && exit 1; sleep " + draft.between(2, 9);
            restarts = "Never";
            fields.replaceAll(field -> field.startsWith("backoffLimit:") ? "backoffLimit: 6" : field);
        }
        fields.add("template: {spec: {restartPolicy: " + restarts + ", " + Templates.shell(command) + "}}");
        return String.join(", ", fields);
    }

    private static void indexed(Draft draft, int completions, List<String> fields) {
        fields.add(INDEXED);
        if (draft.isOneIn(2)) {
            fields.add("backoffLimitPerIndex: " + draft.between(0, 2) + ", maxFailedIndexes: " + draft.between(0, 1));
        } else if (!draft.isOneIn(3)) {
            String all = "0-" + (completions - 1);
            fields.add("successPolicy: {rules: ["
                    + draft.pick(
                            "{succeededCount: 1}",
                            "{succeededCount: " + completions + "}",
                            "{succeededIndexes: \"0\"}",
                            "{succeededIndexes: \"" + all + "\", succeededCount: " + (completions + 1) / 2 + "}")
                    + "]}");
        }
    }

    private static void changes(Draft draft, String name) {
        draft.rest();
        draft.kubectl(Templates.patch("job", name, "{\"spec\":{\"suspend\":false}}"));
        if (draft.isOneIn(2)) {
            draft.pause();
            draft.kubectl(Templates.patch("job", name, "{\"spec\":{\"suspend\":true}}"));
            draft.rest();
            draft.kubectl(Templates.patch("job", name, "{\"spec\":{\"suspend\":false}}"));
        }
    }
}
