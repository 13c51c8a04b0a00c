package dev.wavetank.properties.generate;

import java.util.ArrayList;
import java.util.List;

/** Jobs that succeed, fail, take too long, are suspended and resumed, work by index, and go after their end. */
final class JobTheme implements Theme {

    private static final int JOBS_MAX = 3;

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
        }
    }

    private static String spec(Draft draft, boolean isSuspended) {
        List<String> fields = new ArrayList<>();
        fields.add("completions: " + draft.between(1, 6));
        fields.add("parallelism: " + draft.between(1, 4));
        fields.add("backoffLimit: " + draft.between(0, 3));
        if (isSuspended) {
            fields.add("suspend: true");
        }
        if (draft.isOneIn(3)) {
            fields.add("completionMode: Indexed");
        }
        if (draft.isOneIn(4)) {
            fields.add("activeDeadlineSeconds: " + draft.between(10, 40));
        }
        if (draft.isOneIn(3)) {
            fields.add("ttlSecondsAfterFinished: " + draft.between(20, 90));
        }
        String command = draft.pick("sleep 3", "sleep 8", "sleep 20", "sleep 100", "exit 1", "sleep 4; exit 3");
        fields.add("template: {spec: {restartPolicy: " + draft.pick("Never", "Never", "OnFailure") + ", "
                + Templates.shell(command) + "}}");
        return String.join(", ", fields);
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
